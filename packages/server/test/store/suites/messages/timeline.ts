import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimelineQuery, TimelineRecord } from '../../../../src/ports/reading.ts'
import { unsent } from '../../../support/content/chat-events.ts'
import { message } from '../../../support/content/events.ts'
import { noon, type World } from '../../store-world.ts'
import { jobMoves } from '../jobs/job-moves.ts'

export function timelineSuite(world: World): void {
  const { claim, finish, planReply, quietChannel } = jobMoves(world)
  const whole: TimelineQuery = { from: 0, to: Number.MAX_SAFE_INTEGER, after: undefined, order: 'asc', limit: 100 }
  const labelOf = (record: TimelineRecord) =>
    record.kind === 'message'
      ? record.message.messageId
      : record.kind === 'answer'
        ? record.answer.what
        : record.kind === 'happening'
          ? `${record.happening.what} ${record.happening.person?.userId}`
          : record.kind
  const said = (records: TimelineRecord[]) => records.filter(({ kind }) => kind !== 'happening').map(labelOf)
  const say = (channel: string, ...said: [id: string, time: number][]) =>
    world.receive(...said.map(([id, time]) => message(channel, time, { id, from: 'U1' })))

  /** Three moments. The second one has an entry of every kind. */
  async function conversation(): Promise<{ channel: string; channelNo: number; command: string }> {
    const channel = await quietChannel()
    await say(channel, ['late', noon + 1], ['taken', noon], ['early', noon - 1])
    await planReply(channel, 'token')
    await say(channel, ['same', noon])
    await world.receive(unsent(channel, noon + 2, 'taken'))
    const { channelNo } = await world.look(channel)
    assert.equal(said(await world.store.readTimeline(channelNo, whole)).length, 5, 'nothing was answered yet')
    for (const job of await claim({ kinds: ['send-reply'] })) await finish(job, { kind: 'done' })
    const records = await world.store.readTimeline(channelNo, whole)
    return { channel, channelNo, command: said(records)[2] ?? '' }
  }

  test('messages, gaps, happenings and bot replies share one order, which can be read from any position in both directions', async () => {
    const { channelNo, command } = await conversation()
    const records = await world.store.readTimeline(channelNo, whole)
    const labels = records.map(labelOf)
    assert.deepEqual(said(records), ['early', 'gap', command, 'same', 'command', 'late'])
    assert.ok(labels.length > said(records).length, 'between what happened in the group')
    const read = async (query: Partial<TimelineQuery>) =>
      (await world.store.readTimeline(channelNo, { ...whole, ...query })).map(labelOf)
    assert.deepEqual(await read({ order: 'desc' }), labels.toReversed())
    for (const [index, { position: place }] of records.entries()) {
      assert.deepEqual(await read({ after: place }), labels.slice(index + 1))
      assert.deepEqual(await read({ after: place, order: 'desc' }), labels.slice(0, index).toReversed())
      assert.deepEqual(await read({ after: place, limit: 2 }), labels.slice(index + 1, index + 3))
    }
    const atNoon = records.filter(({ position }) => position.time === noon).map(labelOf)
    assert.deepEqual(await read({ from: noon, to: noon + 1 }), atNoon, 'within a time span')
    assert.deepEqual(await read({ from: noon, to: noon + 1, order: 'desc' }), atNoon.toReversed())
  })

  test('single messages and answers are read by position, and deleted ones are left out', async () => {
    const { channel, channelNo } = await conversation()
    const { store } = world
    const early = await store.findPosition(channelNo, 'early')
    const late = await store.findPosition(channelNo, 'late')
    assert.ok(early && late)
    assert.equal(await store.findPosition(channelNo, 'taken'), undefined)
    const places = [late, { time: noon, seq: 999 }, early]
    const found = await store.listStoredMessages(channelNo, places)
    assert.deepEqual(
      found.map(({ messageId, position: place }) => [messageId, place]),
      [
        ['late', late],
        ['early', early],
      ],
    )
    const [answer] = (await store.readTimeline(channelNo, whole)).filter(({ kind }) => kind === 'answer')
    assert.ok(answer)
    const { seq: sendId } = answer.position
    const answers = await store.listTimelineAnswers(channelNo, [sendId + 1000, sendId])
    assert.deepEqual(
      answers.map(({ what }) => what),
      ['command'],
    )
    const { channelNo: elsewhere } = await world.look(await world.channel())
    assert.deepEqual(await store.listTimelineAnswers(elsewhere, [sendId]), [], `it belongs to ${channel}`)
  })

  test('messages per day are counted up to a limit, and the first and last message are found', async () => {
    const channel = await world.channel({ members: ['U1'], subscribers: ['U1'] })
    const { channelNo } = await world.look(channel)
    assert.equal(await world.store.findEnds(channelNo, 0), undefined)
    await say(channel, ['m1', noon], ['m2', noon], ['m3', noon + 10], ['m4', noon + 20])
    const spans = [
      { from: noon, to: noon + 10 },
      { from: noon + 1, to: noon + 10 },
      { from: 0, to: noon + 100 },
    ]
    assert.deepEqual(await world.store.countMessages(channelNo, spans, 3), [2, 0, 3])
    assert.deepEqual(await world.store.findEnds(channelNo, noon + 1), { first: noon + 10, last: noon + 20 })
  })
}
