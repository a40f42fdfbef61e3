import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { photo } from '../../support/content/pictures.ts'
import { until } from '../../support/eventually.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const picture = await photo({ width: 60, height: 40 }).jpeg().toBuffer()

type Year = { date: string; messages: { id: string; content?: string; preview: object | null }[] }

async function openChannel(channelId: string, timezone = 'UTC') {
  await service.channel(channelId, { owner: 'U-owner', members: ['U-member'], subscribers: ['U-owner'] })
  await owner.put(`/api/channels/${channelId}/settings`, { timezone })
  const path = `/api/channels/${channelId}/backup/on-this-day`
  const ask = async (date?: string, caller: Caller = owner) => {
    const answer = await caller.get(date === undefined ? path : `${path}?date=${date}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body as { date: string; timezone: string; years: Year[] }
  }
  const found = async (date?: string, caller?: Caller) =>
    (await ask(date, caller)).years.map(({ date: day, messages }) => [day, ...messages.map(({ id }) => id)])
  const say = (id: string, at: string, content = `Text of ${id}`) =>
    service.receive([message(channelId, Date.parse(at), { id, content: { type: 'text', text: content } })])
  return { channelId, path, ask, found, say }
}

test('shows messages of the same day in earlier years, the latest year first, and nothing of this year', async () => {
  const { ask, found, say } = await openChannel('C-years')
  await say('y-2024', '2024-03-10T08:00:00Z')
  await say('y-2025', '2025-03-10T23:59:59Z')
  await say('y-before', '2025-03-09T23:59:59Z')
  await say('y-after', '2025-03-11T00:00:00Z')
  await say('y-today', '2026-03-10T08:00:00Z')
  assert.deepEqual(await found(), [
    ['2025-03-10', 'y-2025'],
    ['2024-03-10', 'y-2024'],
  ])
  const { date, timezone, years } = await ask()
  assert.deepEqual([date, timezone, years[0]?.messages[0]?.content], ['2026-03-10', 'UTC', 'Text of y-2025'])
  assert.deepEqual(await found('2026-03-12'), [], 'a day without memories has none')
  assert.deepEqual(await found('2025-03-10'), [['2024-03-10', 'y-2024']])
})

test('days are those of the channel’s time zone', async () => {
  const { found, say } = await openChannel('C-tokyo', 'Asia/Tokyo')
  await say('t-evening', '2025-03-09T15:00:00Z')
  await say('t-night', '2025-03-10T15:00:00Z')
  assert.deepEqual(await found('2026-03-10'), [['2025-03-10', 't-evening']])
  assert.deepEqual(await found('2026-03-11'), [['2025-03-11', 't-night']])
})

test('what was said on 29 February comes back every year: on 28 February if there is no 29th', async () => {
  const { found, say } = await openChannel('C-leap')
  await say('l-28', '2024-02-28T12:00:00Z')
  await say('l-29', '2024-02-29T12:00:00Z')
  await say('l-01', '2024-03-01T12:00:00Z')
  assert.deepEqual(await found('2026-02-28'), [['2024-02-28', 'l-28', 'l-29']])
  assert.deepEqual(await found('2026-03-01'), [['2024-03-01', 'l-01']])
  assert.deepEqual(await found('2028-02-28'), [['2024-02-28', 'l-28']])
  assert.deepEqual(await found('2028-02-29'), [['2024-02-29', 'l-29']])
})

test('a busy day shows a few photos and its longest texts, in reading order', async () => {
  const { channelId, ask, say } = await openChannel('C-busy')
  const at = (minute: number) => `2025-03-10T10:${String(minute).padStart(2, '0')}:00Z`
  for (let minute = 0; minute < 20; minute++)
    await say(`b-${minute}`, at(minute), 'x'.repeat(minute === 7 ? 90 : minute))
  for (let minute = 30; minute < 38; minute++) {
    await service.receive([
      message(channelId, Date.parse(at(minute)), { id: `b-photo-${minute}`, content: { type: 'image' } }),
    ])
    await service.storeMedia(channelId, `b-photo-${minute}`, picture)
  }
  const ids = async () => (await ask()).years[0]?.messages.map(({ id }) => id) ?? []
  await until(async () => (await ids()).length === 6, 'previews are made')
  assert.deepEqual(await ids(), ['b-7', 'b-19', 'b-photo-30', 'b-photo-31', 'b-photo-32', 'b-photo-33'])
  assert.ok((await ask()).years[0]?.messages.at(-1)?.preview, 'photos come with their preview')
})

test('nobody sees what they cannot read: unsent messages, the time before they joined, other channels, expired ones', async () => {
  const { channelId, path, found, say } = await openChannel('C-gate')
  const other = await openChannel('C-gate-other')
  await other.say('g-other', '2025-03-10T12:00:00Z')
  await say('g-unsent', '2025-03-10T12:00:00Z')
  await say('g-stays', '2025-03-10T12:00:01Z')
  await service.receive([unsent(channelId, Date.parse('2025-03-10T12:00:02Z'), 'g-unsent')])
  assert.deepEqual(await found(), [['2025-03-10', 'g-stays']])
  const member = await service.caller('U-member')
  assert.equal((await member.get(path)).body.error, 'Not a subscriber')
  await owner.put(`/api/channels/${channelId}/settings`, { history: 'since-joined' })
  await service.receive([joined(channelId, service.clock.now - 1, 'U-late')])
  await service.subscribe(channelId, 'U-late')
  assert.deepEqual(await found(undefined, await service.caller('U-late')), [])
  assert.deepEqual(await found(), [], 'nor does an owner who joined after it was said')
  await owner.put(`/api/channels/${other.channelId}/settings`, { retentionDays: 30 })
  assert.deepEqual(await other.found(), [])
})

test('a wrong day is refused in words', async () => {
  const { path } = await openChannel('C-wrong')
  for (const date of ['2026-02-29', 'today', '']) {
    const { status, body } = await owner.get(`${path}?date=${date}`)
    assert.equal(status, 400, date)
    assert.match(body.error, /date/)
  }
  assert.equal((await owner.get(`${path}?date=2028-02-29`)).status, 200, 'control: a real day')
})
