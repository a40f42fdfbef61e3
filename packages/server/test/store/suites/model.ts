import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import type { MessagePosition } from '../../../src/ports/reading.ts'
import type { Store } from '../../../src/ports/store.ts'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { isSoak } from '../../support/soak.ts'
import { itemsOf, type Message, noon, type World } from '../store-world.ts'
import { createModel, type Model } from './messages/message-model.ts'

// Random chats against the simplest correct model. Few ids and few instants, so that ties, late arrivals, redeliveries,
// and edits and unsends of missing messages all happen by chance.

type Step =
  | { kind: 'say'; id: number; time: number }
  | { kind: 'edit'; id: number; time: number }
  | { kind: 'unsend'; id: number }
  | { kind: 'redeliver'; nth: number }

const id = fc.integer({ min: 0, max: 12 })
const time = fc.integer({ min: 0, max: 6 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('say' as const), id, time }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), id, time }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unsend' as const), id }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('redeliver' as const), nth: fc.nat(30) }) },
)
const story = fc.record({
  batches: fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }),
  limit: fc.integer({ min: 1, max: 5 }),
  from: time,
  to: fc.integer({ min: 1, max: 8 }),
})

export function modelSuite(world: World): void {
  /** Feeds random events to the store and to the model, and compares everything readable after every batch. */
  const check = (read: Store['readMessages'], options: { numRuns: number; endOnFailure?: boolean }) =>
    fc.assert(
      fc.asyncProperty(story, async ({ batches, limit, from, to }) => {
        const channel = await world.channel({ members: ['U1'], subscribers: ['U1'] })
        const model = createModel()
        const sent: IncomingEvent[] = []
        for (const batch of batches) {
          const events = batch.map((one, index) => toEvent(channel, one, `${sent.length}.${index}`, sent))
          sent.push(...events)
          const before = { list: model.list('asc'), versions: await world.look(channel) }
          const outcome = await world.receive(...events)
          assert.equal(outcome.fresh, events.filter((event) => model.take(event)).length)
          const { channelNo, ...versions } = await world.look(channel)
          assertVersions(before, { list: model.list('asc'), versions })
          await assertSame(model, channelNo, { limit, from: noon + from, to: noon + to }, read)
        }
      }),
      options,
    )

  const assertSame = async (
    model: Model,
    channelNo: number,
    { limit, from, to }: { limit: number; from: number; to: number },
    read: Store['readMessages'],
  ) => {
    for (const order of ['asc', 'desc'] as const) {
      const walked: string[] = []
      let after: MessagePosition | undefined
      do {
        const page = await read(channelNo, { from, to, after, order, limit })
        walked.push(...itemsOf<Message>(page).map((item) => `${item.id} ${item.content}`))
        assert.ok(page.count <= limit)
        after = page.next
        assert.ok(walked.length <= 100, 'paging ends')
      } while (after)
      assert.deepEqual(walked, model.list(order, { from, to }))
    }
    for (const [messageId, content] of model.byId()) {
      const found = await world.store.findMessage(channelNo, messageId)
      assert.equal(found && JSON.parse(found.json).content, content, messageId)
    }
  }

  test('a random chat reads like a simple model of it, after every batch', () =>
    check((channelNo, span) => world.store.readMessages(channelNo, span), { numRuns: isSoak ? 300 : 12 }))

  test('the comparison detects a store that pages by time alone', async () => {
    const careless: Store['readMessages'] = (channelNo, span) => {
      const { after, order } = span
      const skipTies = after && { time: after.time, seq: order === 'asc' ? Number.MAX_SAFE_INTEGER : 0 }
      return world.store.readMessages(channelNo, { ...span, after: skipTies })
    }
    // Without shrinking, because any failure is enough.
    await assert.rejects(check(careless, { numRuns: 200, endOnFailure: true }), /Property failed/)
  })
}

function toEvent(channel: string, step: Step, name: string, sent: IncomingEvent[]): IncomingEvent {
  switch (step.kind) {
    case 'say':
      return message(channel, noon + step.time, { id: `m${step.id}`, content: { type: 'text', text: `said ${name}` } })
    case 'edit':
      return edited(channel, noon + step.time, `m${step.id}`, `edited ${name}`, 'U-owner')
    case 'unsend':
      return unsent(channel, noon, `m${step.id}`)
    case 'redeliver':
      return sent[step.nth % Math.max(1, sent.length)] ?? unsent(channel, noon, 'm99')
  }
}

type Snapshot = { list: string[]; versions: { tailVersion: number; editVersion: number } }

/** A cache that relies on these versions must never keep a stale page, nor drop one for no reason. */
function assertVersions(before: Snapshot, now: Snapshot): void {
  const tailRaised = now.versions.tailVersion > before.versions.tailVersion
  const editRaised = now.versions.editVersion > before.versions.editVersion
  const isSame = now.list.join('\n') === before.list.join('\n')
  const isContinued = before.list.every((one, index) => now.list[index] === one)
  if (!isSame) assert.ok(tailRaised || editRaised, 'a change raises a version')
  if (!isContinued) assert.ok(editRaised, 'a change before the end raises the edit version')
}
