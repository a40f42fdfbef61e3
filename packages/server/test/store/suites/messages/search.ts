import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openMessages } from '../../../../src/actions/search/search-sources.ts'
import { createSenderNames } from '../../../../src/actions/search/sender-names.ts'
import { planIndexQuery } from '../../../../src/domain/search/index-query.ts'
import { prepareSearch } from '../../../../src/domain/search/match-search.ts'
import type { IncomingEvent } from '../../../../src/ports/connector.ts'
import type { Store } from '../../../../src/ports/store.ts'
import { edited, unsent } from '../../../support/content/chat-events.ts'
import { message } from '../../../support/content/events.ts'
import { indexAll } from '../../../support/content/search.ts'
import { isSoak } from '../../../support/soak.ts'
import { dayMs, movesOn } from '../../removal-moves.ts'
import { noon, type OpenStore, operator, shareStoreWorld } from '../../store-world.ts'
import { createModel } from './message-model.ts'

// Few words and few instants, so that terms and numbers are shared, replaced and reused.

const id = fc.integer({ min: 0, max: 12 })
const time = fc.integer({ min: 0, max: 600 })
const words = fc.array(fc.constantFrom('tea', 'team', 'eat', 'meat', '写真', '真写'), { maxLength: 4 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('say' as const), id, time, words }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), id, time, words }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unsend' as const), id }) },
)
const batch = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  index: fc.constantFrom(0, 0, 1, 3, 100),
  limit: fc.integer({ min: 1, max: 4 }),
})
const queries = ['ea', '"tea me"', '真写', '"am m"', 'zz']

/** The index agrees with the messages, whatever happens to either. */
export function searchSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)
  const { finishAll, erase, text } = movesOn(world)
  const newChannel = (...members: string[]) => world.channel({ owner: 'U-owner', members, subscribers: ['U-owner'] })

  const find = async (channel: string, q: string) => findIn(world.store, (await world.look(channel)).channelNo, q, 10)

  const check = (getIndexState: Store['getIndexState'], options: { numRuns: number; endOnFailure?: boolean }) =>
    fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 10 }), async (batches) => {
        const channel = await newChannel('U1')
        const model = createModel()
        for (const { steps, index, limit } of batches) {
          const events = steps.map((one) => toEvent(channel, one))
          await world.receive(...events)
          for (const event of events) model.take(event)
          if (index > 0) await world.store.write<'index-messages'>({ kind: 'index-messages', limit: index })
          for (const q of queries) {
            const expected = model
              .list('desc')
              .filter((one) => one.slice(one.indexOf(' ') + 1).includes(q.replaceAll('"', '')))
            assert.deepEqual(
              await findIn({ ...world.store, getIndexState }, (await world.look(channel)).channelNo, q, limit),
              expected,
              q,
            )
          }
        }
      }),
      options,
    )

  test('a search of a random chat finds what a scan of all messages finds, indexed or not', () =>
    check((channelNo) => world.store.getIndexState(channelNo), { numRuns: isSoak ? 100 : 6 }))

  test('the comparison detects a search that uses the index alone', async () => {
    // Without shrinking, because any failure is enough.
    const careless: Store['getIndexState'] = async (channelNo) => ({
      ...(await world.store.getIndexState(channelNo)),
      unindexed: [],
    })
    await assert.rejects(check(careless, { numRuns: 15, endOnFailure: true }), /Property failed/)
  })

  test('messages deleted with a person, with a channel or by retention leave the index', async () => {
    const channel = await newChannel('U-going', 'U2')
    const other = await newChannel('U2')
    await world.receive(
      text(channel, 'g1', 'U-going'),
      text(channel, 'g2', 'U2'),
      text(channel, 'g3', 'U2', noon - 9 * dayMs),
      text(other, 'o1', 'U2'),
    )
    await indexAll(world.store)
    assert.equal((await find(channel, 'Words of')).length, 3)
    await erase('U-going', channel)
    await finishAll()
    assert.deepEqual(await find(channel, 'Words of'), ['g2 Words of g2', 'g3 Words of g3'])
    await world.store.write<'delete-expired'>({ kind: 'delete-expired', at: noon, ceilingDays: 5, limit: 100 })
    assert.deepEqual(await find(channel, 'Words of'), ['g2 Words of g2'])
    const { channelNo } = await world.look(other)
    const confirm = (await world.store.getChannel(channelNo)).name
    await world.store.write<'delete-channel'>({
      kind: 'delete-channel',
      by: operator,
      at: noon,
      channelId: other,
      confirm,
    })
    await finishAll()
    const query = planIndexQuery(prepareSearch({ q: 'Words of' }), [], channelNo)
    assert.deepEqual(await world.store.listCandidates(channelNo, { query, ...whole, order: 'desc', limit: 10 }), {
      messages: [],
      isEnd: true,
    })
    assert.deepEqual(await world.store.listSenderNames(channelNo), [])
  })

  test('indexing resumes within a batch, counts each message once, and finishes', async () => {
    await indexAll(world.store)
    const channel = await newChannel('U1')
    await world.receive(...Array.from({ length: 120 }, (_, index) => text(channel, `b${index}`, 'U1', noon + index)))
    assert.equal(await world.store.hasUnindexed(), true)
    assert.equal(await indexAll(world.store, 4), 120)
    assert.equal(await world.store.hasUnindexed(), false)
    const { channelNo } = await world.look(channel)
    const { unindexed, past, isComplete } = await world.store.getIndexState(channelNo)
    assert.deepEqual({ unindexed, past, isComplete }, { unindexed: [], past: undefined, isComplete: true })
  })
}

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function toEvent(channel: string, one: Step): IncomingEvent {
  const messageId = `m${one.id}`
  if (one.kind === 'unsend') return unsent(channel, noon, messageId)
  const said = one.words.join(' ')
  if (one.kind === 'edit') return edited(channel, noon + one.time, messageId, said, 'U-owner')
  return message(channel, noon + one.time, { id: messageId, content: { type: 'text', text: said } })
}

const whole = { first: { time: Number.MIN_SAFE_INTEGER, seq: 0 }, end: { time: Number.MAX_SAFE_INTEGER, seq: 0 } }

/** Only by current texts. Every second read is shorter, as when a page is almost full. */
async function findIn(store: Store, channelNo: number, q: string, limit: number): Promise<string[]> {
  const state = () => store.getIndexState(channelNo)
  let reads = 0
  const nextLimit = () => (++reads % 2 === 0 ? Math.ceil(limit / 2) : limit)
  const walk = { ...whole, channelNo, order: 'desc' as const, nextLimit, state }
  const found: string[] = []
  const { slices } = openMessages(store, createSenderNames(store), prepareSearch({ q }), walk)
  for await (const { hits } of slices) {
    for (const { item, match } of hits) {
      if (item.kind === 'message' && item.message.message.type === 'text' && !match.version)
        found.push(`${item.message.messageId} ${item.message.message.content}`)
    }
  }
  return found
}
