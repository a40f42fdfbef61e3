import assert from 'node:assert/strict'
import { test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { assertEachOnce, idsOf, walk } from '../../support/http/walk.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const halfHourMs = 1_800_000

async function channelIn(timezone: string, channelId: string): Promise<string> {
  const channel = await service.channel(channelId, { owner: 'U-owner', subscribers: ['U-owner'] })
  const answer = await owner.put(`/api/channels/${channel}/settings`, { timezone })
  assert.equal(answer.body.timezone, timezone, answer.text)
  return channel
}

const dayPath = (channel: string, date: string) => `/api/channels/${channel}/backup/messages?date=${date}`

/** With a message every half hour: how many each day has. The days add up to the whole. */
const chats: { timezone: string; from: string; to: string; days: Record<string, number> }[] = [
  {
    timezone: 'Asia/Tokyo',
    from: '2026-03-07T15:00:00Z',
    to: '2026-03-09T15:00:00Z',
    days: { '2026-03-07': 0, '2026-03-08': 48, '2026-03-09': 48, '2026-03-10': 0 },
  },
  {
    timezone: 'America/New_York',
    from: '2026-03-07T05:00:00Z',
    to: '2026-03-10T04:00:00Z',
    days: { '2026-03-06': 0, '2026-03-07': 48, '2026-03-08': 46, '2026-03-09': 48, '2026-03-10': 0 },
  },
  {
    timezone: 'America/New_York',
    from: '2026-10-31T04:00:00Z',
    to: '2026-11-03T05:00:00Z',
    days: { '2026-10-30': 0, '2026-10-31': 48, '2026-11-01': 50, '2026-11-02': 48, '2026-11-03': 0 },
  },
  {
    timezone: 'Pacific/Apia',
    from: '2011-12-29T10:00:00Z',
    to: '2012-01-01T10:00:00Z',
    days: { '2011-12-28': 0, '2011-12-29': 48, '2011-12-30': 0, '2011-12-31': 48, '2012-01-01': 48, '2012-01-02': 0 },
  },
  {
    timezone: 'Africa/Casablanca',
    from: '2026-02-13T23:00:00Z',
    to: '2026-02-17T00:00:00Z',
    days: { '2026-02-13': 0, '2026-02-14': 48, '2026-02-15': 50, '2026-02-16': 48, '2026-02-17': 0 },
  },
  {
    timezone: 'Africa/Casablanca',
    from: '2026-03-21T00:00:00Z',
    to: '2026-03-23T23:00:00Z',
    days: { '2026-03-20': 0, '2026-03-21': 48, '2026-03-22': 46, '2026-03-23': 48, '2026-03-24': 0 },
  },
]

for (const [index, { timezone, from, to, days }] of chats.entries()) {
  test(`in ${timezone} around ${Object.keys(days)[2]} every message is in exactly one day`, async () => {
    const channel = await channelIn(timezone, `C-zone-${index}`)
    const sent: string[] = []
    const events = []
    for (let at = Date.parse(from); at < Date.parse(to); at += halfHourMs) {
      sent.push(new Date(at).toISOString())
      events.push(message(channel, at, { id: new Date(at).toISOString() }))
    }
    await service.receive(events)
    const found: string[] = []
    for (const [date, count] of Object.entries(days)) {
      const ids = await walk(owner, dayPath(channel, date), { limit: 100 })
      assert.equal(ids.length, count, date)
      for (const id of [ids[0], ids.at(-1)].filter((one) => one !== undefined)) {
        const path = `/api/channels/${channel}/backup/messages/${encodeURIComponent(id)}`
        assert.equal((await owner.get(`${path}?date=${date}`)).status, 200, 'on its own it is in the same day')
      }
      found.push(...ids)
    }
    assertEachOnce(found)
    assert.deepEqual(found, sent, 'the days add up to the whole')
  })
}

test("today is today in the channel's zone", async () => {
  const atNoon = service.clock.now
  const kiritimati = await channelIn('Pacific/Kiritimati', 'C-ahead')
  const midway = await channelIn('Pacific/Midway', 'C-behind')
  const events = (channel: string) => [
    message(channel, Date.parse('2026-03-10T10:00:00Z'), { id: `${channel}-10` }),
    message(channel, Date.parse('2026-03-10T11:00:00Z'), { id: `${channel}-11` }),
  ]
  await service.receive([...events(kiritimati), ...events(midway)])
  const today = async (channel: string) => idsOf(await owner.get(`/api/channels/${channel}/backup/messages`))
  // Kiritimati is 14 hours ahead: its 11th began at 10:00. Midway is 11 behind: its 10th begins at 11:00.
  assert.deepEqual(await today(kiritimati), ['C-ahead-10', 'C-ahead-11'])
  assert.deepEqual(await today(midway), ['C-behind-11'])
  service.clock.now = Date.parse('2026-03-10T09:59:59.999Z')
  assert.deepEqual(await today(kiritimati), [])
  assert.deepEqual(await today(midway), ['C-behind-10'])
  service.clock.now = atNoon
})

test("changing the channel's time zone moves the days", async () => {
  const channel = await channelIn('UTC', 'C-move')
  await service.receive([message(channel, Date.parse('2026-03-01T20:00:00Z'), { id: 'evening' })])
  const dayOfMessage = async () => {
    const dates = ['2026-02-28', '2026-03-01', '2026-03-02']
    const pages = await Promise.all(dates.map((date) => owner.get(dayPath(channel, date))))
    return dates.filter((_, index) => pages[index]?.body.messages.length === 1)
  }
  assert.deepEqual(await dayOfMessage(), ['2026-03-01'])
  await owner.put(`/api/channels/${channel}/settings`, { timezone: 'Asia/Tokyo' })
  assert.deepEqual(await dayOfMessage(), ['2026-03-02'])
  const alone = `/api/channels/${channel}/backup/messages/evening`
  assert.equal((await owner.get(`${alone}?date=2026-03-01`)).status, 404)
  assert.equal((await owner.get(`${alone}?date=2026-03-02`)).body.timestamp, '2026-03-01T20:00:00Z')
  await owner.put(`/api/channels/${channel}/settings`, { timezone: 'America/New_York' })
  assert.deepEqual(await dayOfMessage(), ['2026-03-01'])
})

test("a channel whose owner has set no zone follows the server's", async () => {
  const tokyo = await startTestService({ INNKEEPER_TIMEZONE: 'Asia/Tokyo' })
  const channel = await tokyo.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const caller = await tokyo.caller('U-owner')
  assert.equal((await caller.get(`/api/channels/${channel}/settings`)).body.timezone, 'Asia/Tokyo')
  await tokyo.receive([message(channel, Date.parse('2026-03-10T15:00:00Z'), { id: 'm1' })])
  assert.deepEqual(idsOf(await caller.get(dayPath(channel, '2026-03-10'))), [])
  assert.deepEqual(idsOf(await caller.get(dayPath(channel, '2026-03-11'))), ['m1'])
})

test('a date is a real calendar day; any other text is refused by name', async () => {
  const channel = await channelIn('Pacific/Apia', 'C-dates')
  for (const good of ['2024-02-29', '2011-12-30', '0001-01-01', '1969-12-31', '9999-12-31']) {
    assert.deepEqual((await owner.get(dayPath(channel, good))).body, { messages: [], nextCursor: null }, good)
  }
  for (const bad of ['2026-02-29', '2026-13-01', '2026-3-1', '20260301', 'today', '', '2026-03-01T00:00:00Z']) {
    const answer = await owner.get(dayPath(channel, bad))
    assert.deepEqual([answer.status, answer.body.error], [400, 'date must be a calendar day, YYYY-MM-DD'], bad)
    assert.equal((await owner.get(`/api/channels/${channel}/backup/messages/m1?date=${bad}`)).status, 400, bad)
  }
})
