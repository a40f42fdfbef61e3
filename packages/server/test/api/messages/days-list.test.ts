import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()

async function openCalendar(channelId: string, settings: object = {}) {
  await service.channel(channelId, { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  await owner.put(`/api/channels/${channelId}/settings`, settings)
  const say = (...times: string[]) =>
    service.receive(times.map((time, index) => message(channelId, Date.parse(time), { id: `${time} ${index}` })))
  const days = async (query = '', caller = owner) => {
    const { status, body, text } = await caller.get(`/api/channels/${channelId}/backup/days${query}`)
    assert.equal(status, 200, text)
    return body as { today: string; firstDay: string; lastDay: string; timezone: string; days: { date: string }[] }
  }
  return { channelId, owner, say, days }
}

test("days with messages are counted by the channel's calendar, and days without are left out", async () => {
  const { say, days } = await openCalendar('C-days', { timezone: 'Asia/Tokyo' })
  assert.deepEqual(await days(), {
    timezone: 'Asia/Tokyo',
    today: '2026-03-10',
    firstDay: null,
    lastDay: null,
    days: [],
  })
  await say(
    '2025-12-31T14:59:59Z',
    '2025-12-31T15:00:00Z',
    '2026-03-01T14:59:59Z',
    '2026-03-01T15:00:00Z',
    '2026-03-01T15:00:01Z',
  )
  const ends = { timezone: 'Asia/Tokyo', today: '2026-03-10', firstDay: '2025-12-31', lastDay: '2026-03-02' }
  const march = [
    { date: '2026-03-01', messages: 1 },
    { date: '2026-03-02', messages: 2 },
  ]
  const winter = [
    { date: '2025-12-31', messages: 1 },
    { date: '2026-01-01', messages: 1 },
  ]
  assert.deepEqual(await days(), { ...ends, days: march }, 'the last 31 days')
  assert.deepEqual(await days('?from=2025-12-01&to=2026-11-30'), { ...ends, days: [...winter, ...march] }, 'a year')
  assert.deepEqual((await days('?from=2025-12-15')).days, winter, '31 days from there')
  assert.deepEqual((await days('?to=2026-01-01')).days, winter, '31 days up to there')
  assert.deepEqual((await days('?from=2026-03-02&to=2026-03-02')).days, march.slice(1))
})

test('days of 23 and 25 hours start and end at local midnight', async () => {
  const { say, days } = await openCalendar('C-clocks', { timezone: 'Europe/Berlin' })
  await say('2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z')
  await say('2025-10-25T22:00:00Z', '2025-10-26T22:59:59Z', '2025-10-26T23:00:00Z')
  assert.deepEqual((await days('?from=2026-03-28&to=2026-03-30')).days, [
    { date: '2026-03-28', messages: 1 },
    { date: '2026-03-29', messages: 2 },
    { date: '2026-03-30', messages: 1 },
  ])
  assert.deepEqual((await days('?from=2025-10-26&to=2025-10-27')).days, [
    { date: '2025-10-26', messages: 2 },
    { date: '2025-10-27', messages: 1 },
  ])
})

test('a busy day is counted up to a thousand', async () => {
  const { channelId, days } = await openCalendar('C-lively')
  const at = service.clock.now
  await service.receive(Array.from({ length: 999 }, () => message(channelId, at)))
  assert.deepEqual((await days()).days, [{ date: '2026-03-10', messages: 999 }])
  await service.receive([message(channelId, at), message(channelId, at)])
  assert.deepEqual((await days()).days, [{ date: '2026-03-10', messages: 1000 }])
})

test('messages that a reader cannot see, or that are gone, mark no day', async () => {
  const { channelId, owner, say, days } = await openCalendar('C-hidden', { history: 'since-joined' })
  await say('2026-03-01T12:00:00Z', '2026-03-02T12:00:00Z')
  await service.receive([joined(channelId, Date.parse('2026-03-02T18:00:00Z'), 'U-late')])
  await say('2026-03-02T19:00:00Z', '2026-03-03T12:00:00Z')
  await service.subscribe(channelId, 'U-late')
  const late = await service.caller('U-late')
  const forLate = await days('', late)
  assert.deepEqual(
    [forLate.firstDay, forLate.days],
    [
      '2026-03-02',
      [
        { date: '2026-03-02', messages: 1 },
        { date: '2026-03-03', messages: 1 },
      ],
    ],
  )
  assert.equal((await days()).days.length, 0, 'the owner joined when the test started')
  await owner.put(`/api/channels/${channelId}/settings`, { history: 'all', retentionDays: 8 })
  assert.equal((await days()).days.length, 0, 'opening the history reveals nothing older')
  assert.deepEqual((await days('', late)).days, [
    { date: '2026-03-02', messages: 1 },
    { date: '2026-03-03', messages: 1 },
  ])
  await service.receive([unsent(channelId, service.clock.now, '2026-03-03T12:00:00Z 1')])
  const left = await days('', late)
  assert.deepEqual([left.lastDay, left.days], ['2026-03-02', [{ date: '2026-03-02', messages: 1 }]])
})

test('a calendar that is too long or the wrong way round is refused with an explanation', async () => {
  const { channelId, owner } = await openCalendar('C-wrong')
  const refusal = async (query: string) =>
    (await owner.get(`/api/channels/${channelId}/backup/days?${query}`)).body.error
  assert.match(await refusal('from=2026-03-02&to=2026-03-01'), /from must not be after to/)
  assert.match(await refusal('from=2025-03-01&to=2026-03-02'), /at most 366 days/)
  assert.match(await refusal('from=9999-12-31'), /years 0000 to 9999/)
  assert.equal(await refusal('from=2025-03-01&to=2026-03-01'), undefined)
})
