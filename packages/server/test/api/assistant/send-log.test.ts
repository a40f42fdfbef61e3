import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSends } from '../../../src/adapters/sql/assistant/sending/send-reads.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import type { SendPosition, SendSlice } from '../../../src/ports/records.ts'
import { message, peopleEvents } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { fakeDelivery, fakePlatform } from '../../support/line/fake-platform.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const minute = 60_000

async function deliver(...events: IncomingEvent[]): Promise<void> {
  const { status } = await owner.request('POST', `/webhooks/${fakePlatform}`, fakeDelivery({ events }))
  assert.equal(status, 200)
}

/** A group with rules that answer `tea` and `coffee`, and with messages that are a minute apart. */
async function openGroup(channelId: string) {
  const people = { owner: 'U-owner' }
  await deliver(...peopleEvents(channelId, people, service.clock.now))
  await service.channel(channelId, people)
  const log = `/api/channels/${channelId}/assistant/log`
  const ruleIds: Record<string, string> = {}
  for (const word of ['tea', 'coffee']) {
    const rule = { keywords: [word], question: `Is there ${word}?`, answer: `There is ${word}, {name}.` }
    ruleIds[word] = (await owner.post(`/api/channels/${channelId}/assistant/qa`, rule)).body.id
  }
  let said = 0
  const say = async (text: string, mayReply = false) => {
    const at = service.clock.now + said++ * minute
    const reply = { token: `${channelId} ${said}`, expiresAt: at + 58_000, isOneUse: true, cost: 'free' } as const
    const event = message(channelId, at, { name: 'Mai', content: { type: 'text', text } })
    await deliver(mayReply ? { ...event, reply } : event)
    return event.messageId
  }
  return { log, ruleIds, say }
}

test('the log shows what was sent for which message by which rule, and how that ended', async () => {
  const { log, ruleIds, say } = await openGroup('C-log')
  const answered = await say('Is there tea?', true)
  const refused = await say('Is there coffee?')
  const { sends, nextCursor } = await eventually(
    async () => (await owner.get(log)).body,
    (body) => body.sends.every(({ state }: { state: string }) => state !== 'waiting'),
  )
  assert.equal(nextCursor, null)
  assert.deepEqual(
    sends.map(({ id: _id, finishedAt: _finishedAt, reason: _reason, ...send }: Record<string, unknown>) => send),
    [
      {
        kind: 'answer',
        messageId: refused,
        userId: 'U-owner',
        ruleId: ruleIds.coffee,
        mode: 'keyword',
        at: '2026-03-10T12:01:00Z',
        state: 'refused',
        by: 'reply',
        failure: 'no-token',
        texts: ['There is coffee, Mai.'],
        model: null,
      },
      {
        kind: 'answer',
        messageId: answered,
        userId: 'U-owner',
        ruleId: ruleIds.tea,
        mode: 'keyword',
        at: '2026-03-10T12:00:00Z',
        state: 'sent',
        by: 'reply',
        failure: null,
        texts: ['There is tea, Mai.'],
        model: null,
      },
    ],
  )
})

test('the log can be filtered by state, rule or message', async () => {
  const { log, ruleIds, say } = await openGroup('C-narrow')
  const first = await say('tea')
  const second = await say('coffee')
  const third = await say('tea')
  const ask = async (query: string) =>
    (await owner.get(`${log}?${query}`)).body.sends.map((send: { messageId: string }) => send.messageId)
  assert.deepEqual(await ask(`ruleId=${ruleIds.tea}`), [third, first])
  assert.deepEqual(await ask(`messageId=${second}`), [second])
  assert.deepEqual(await ask(`messageId=${second}&ruleId=${ruleIds.tea}`), [])
  assert.deepEqual(await ask('state=refused'), [third, second, first])
  assert.deepEqual(await ask('state=sent'), [])
  assert.deepEqual(await ask('messageId=somebody-elses'), [])
  assert.match((await owner.get(`${log}?state=lost`)).body.error, /^state must be one of/)
})

test('the log can be read page by page, and new sends in between neither repeat nor hide anything', async () => {
  const { log, ruleIds, say } = await openGroup('C-pages')
  const said: string[] = []
  for (let count = 0; count < 7; count++) said.unshift(await say(count % 2 ? 'coffee' : 'tea'))
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await owner.get(`${log}?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    seen.push(...body.sends.map((send: { messageId: string }) => send.messageId))
    cursor = body.nextCursor
    await say('tea')
  }
  assert.deepEqual(seen, said)

  const page = (await owner.get(`${log}?limit=1&ruleId=${ruleIds.coffee}`)).body
  const next = await owner.get(`${log}?limit=5&cursor=${encodeURIComponent(page.nextCursor)}`)
  assert.deepEqual(
    [...page.sends, ...next.body.sends].map((send: { messageId: string }) => send.messageId),
    said.filter((_, index) => index % 2),
  )
  const other = await owner.get(`${log}?ruleId=${ruleIds.tea}&cursor=${encodeURIComponent(page.nextCursor)}`)
  assert.match(other.body.error, /^ruleId differs/)
})

test('a long log with few matches is read in slices, and nothing is missed', async () => {
  const { ruleIds, say } = await openGroup('C-long')
  const said: string[] = []
  for (let count = 0; count < 9; count++) said.unshift(await say(count % 4 ? 'tea' : 'coffee'))
  const channelNo = (await service.store.findChannelNo('C-long')) ?? 0
  const wanted = { ruleId: ruleIds.coffee, state: undefined, messageId: undefined }
  await service.environment.withSql(async (sql) => {
    for (const slice of [1, 2, 3, 4, 100]) {
      const found: (string | null)[] = []
      let before: SendPosition | undefined = { at: Number.MAX_SAFE_INTEGER, sendId: 0 }
      while (before) {
        const query = { since: 0, before, limit: 100, ...wanted }
        const { sends, next }: SendSlice = await listSends(sql, channelNo, query, slice)
        found.push(...sends.map(({ send }) => send.messageId))
        before = next
      }
      assert.deepEqual(found, [said[0], said[4], said[8]], `slices of ${slice}`)
    }
  })
})

test('the log is kept no longer than messages', async () => {
  const { log, say } = await openGroup('C-kept')
  await say('tea')
  assert.equal((await owner.get(log)).body.sends.length, 1)
  await owner.put('/api/channels/C-kept/settings', { retentionDays: 1 })
  service.clock.now += 25 * 60 * minute
  assert.equal((await owner.get(log)).body.sends.length, 0)
  service.clock.now -= 25 * 60 * minute
})
