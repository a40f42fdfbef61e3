import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { walkCandidates } from '../../../../src/actions/search/search-candidates.ts'
import { readSearchWords } from '../../../../src/domain/search/search-words.ts'
import { searchedTexts } from '../../../../src/domain/search/searched-texts.ts'
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
const queries = ['ea', 'tea me', '真写', 'am m', 'zz']

/** The index agrees with the messages, whatever happens to either. */
export function searchSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)
  const { finishAll, erase, text } = movesOn(world)
  const newChannel = (...members: string[]) => world.channel({ owner: 'U-owner', members, subscribers: ['U-owner'] })

  const find = async (channel: string, q: string) => findIn(world.store, (await world.look(channel)).channelNo, q, 10)

  const check = (listUnindexed: Store['listUnindexed'], options: { numRuns: number; endOnFailure?: boolean }) =>
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
            const expected = model.list('desc').filter((one) => one.slice(one.indexOf(' ') + 1).includes(q))
            assert.deepEqual(
              await findIn({ ...world.store, listUnindexed }, (await world.look(channel)).channelNo, q, limit),
              expected,
              q,
            )
          }
        }
      }),
      options,
    )

  test('a search of a random chat finds what a scan of all messages finds, indexed or not', () =>
    check((channelNo) => world.store.listUnindexed(channelNo), { numRuns: isSoak ? 100 : 6 }))

  test('the comparison detects a search that uses the index alone', async () => {
    // Without shrinking, because any failure is enough.
    const careless: Store['listUnindexed'] = async () => ({ positions: [], areAll: true })
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
    const terms = readSearchWords('Words of').terms(channelNo)
    const all = { from: 0, to: Number.MAX_SAFE_INTEGER, before: undefined, limit: 10 }
    assert.deepEqual(await world.store.listCandidates(channelNo, { terms, ...all }), { messages: [], isEnd: true })
  })

  test('indexing resumes within a batch, counts each message once, and finishes', async () => {
    await indexAll(world.store)
    const channel = await newChannel('U1')
    await world.receive(...Array.from({ length: 120 }, (_, index) => text(channel, `b${index}`, 'U1', noon + index)))
    assert.equal(await world.store.hasUnindexed(), true)
    assert.equal(await indexAll(world.store, 4), 120)
    assert.equal(await world.store.hasUnindexed(), false)
    const { channelNo } = await world.look(channel)
    assert.deepEqual(await world.store.listUnindexed(channelNo), { positions: [], areAll: true })
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

async function findIn(store: Store, channelNo: number, q: string, limit: number): Promise<string[]> {
  const wanted = readSearchWords(q)
  const { positions: places } = await store.listUnindexed(channelNo)
  const terms = wanted.terms(channelNo)
  const query = { terms, from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER, before: undefined, limit }
  const found: string[] = []
  for await (const records of walkCandidates(store, channelNo, query, places)) {
    for (const { messageId, message: said, details } of records) {
      const [first] = searchedTexts(said, details)
      if (first && wanted.find(first.text).length > 0) found.push(`${messageId} ${first.text}`)
    }
  }
  return found
}
