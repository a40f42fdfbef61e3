import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelCounters, pointsOf, sumOf } from '../../../../console/src/usage/figures.ts'
import { left, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const none = { messages: 0, mediaFiles: 0, mediaBytes: 0, autoReplies: 0, welcomes: 0, apiRequests: 0 }
/** The caller's own requests are counted a little later, so these tests leave them out. */
const withoutRequests = <T extends { apiRequests: number }>(counters: T) => ({ ...counters, apiRequests: 0 })
const at = (time: string) => Date.parse(`${time}Z`)

test('usage covers the last 30 days, zeros included', async () => {
  const caller = await service.caller('U-quiet')
  const { body } = await caller.get('/api/usage')
  assert.deepEqual([body.from, body.to], ['2026-02-09', '2026-03-10'])
  assert.deepEqual(body.totals, none)
  assert.equal(body.daily.length, 30)
  assert.deepEqual(
    [body.daily[0], body.daily[29]],
    [
      { date: '2026-02-09', ...none },
      { date: '2026-03-10', ...none },
    ],
  )
})

test('the caller can choose the days, at most 366 of them', async () => {
  const caller = await service.caller('U-days')
  const spans: [query: string, from: string, to: string, days: number][] = [
    ['from=2026-03-01', '2026-03-01', '2026-03-10', 10],
    ['to=2024-03-01', '2024-02-01', '2024-03-01', 30],
    ['from=2026-03-10&to=2026-03-10', '2026-03-10', '2026-03-10', 1],
    ['from=2024-01-01&to=2024-12-31', '2024-01-01', '2024-12-31', 366],
    ['from=2030-01-01&to=2030-01-02', '2030-01-01', '2030-01-02', 2],
  ]
  for (const [query, from, to, days] of spans) {
    const { body } = await caller.get(`/api/usage?${query}`)
    assert.deepEqual([body.from, body.to, body.daily.length], [from, to, days], query)
    assert.deepEqual([body.daily[0].date, body.daily.at(-1).date], [from, to], query)
  }
  const refusals: [query: string, error: RegExp][] = [
    ['from=2026-03-02&to=2026-03-01', /^from must not be after to$/],
    ['from=2026-03-11', /^from must not be after to$/],
    ['from=2024-01-01&to=2025-01-01', /at most 366 days/],
    ['from=2026-02-30', /^from must be a calendar day/],
    ['to=today', /^to must be a calendar day/],
    ['day=2026-03-01', /Unknown query parameter "day"/],
  ]
  for (const [query, error] of refusals) {
    const answer = await caller.get(`/api/usage?${query}`)
    assert.equal(answer.status, 400, query)
    assert.match(answer.body.error, error)
  }
})

test('messages and files are counted on their day in the time zone of the channel', async () => {
  const channel = await service.channel('C-count', { owner: 'U-count', subscribers: ['U-count'] })
  const caller = await service.caller('U-count')
  await caller.put(`/api/channels/${channel}/settings`, { timezone: 'Asia/Tokyo' })
  await service.receive([
    message(channel, at('2026-03-08T14:59:59')),
    message(channel, at('2026-03-08T15:00:00'), { id: 'photo', content: { type: 'image' } }),
    message(channel, at('2026-03-08T15:00:01'), { id: 'film', content: { type: 'video' } }),
    message(channel, at('2026-03-08T15:00:02'), { id: 'waiting', content: { type: 'file', fileName: 'x' } }),
  ])
  await service.storeMedia(channel, 'photo', Buffer.alloc(1000))
  await service.storeMedia(channel, 'film', Buffer.alloc(234))
  const { body } = await caller.get('/api/usage?from=2026-03-07&to=2026-03-10')
  const ninth = { ...none, messages: 3, mediaFiles: 2, mediaBytes: 1234 }
  assert.deepEqual(body.daily.map(withoutRequests), [
    { date: '2026-03-07', ...none },
    { date: '2026-03-08', ...none, messages: 1 },
    { date: '2026-03-09', ...ninth },
    { date: '2026-03-10', ...none },
  ])
  assert.deepEqual(withoutRequests(body.totals), { ...ninth, messages: 4 })
})

test('nothing is counted twice, and messages that were not saved are not counted', async () => {
  const channel = await service.channel('C-exact', { owner: 'U-exact' })
  const caller = await service.caller('U-exact')
  const totals = async () => withoutRequests((await caller.get('/api/usage')).body.totals)
  await service.receive([message(channel, service.clock.now)])
  assert.equal((await totals()).messages, 0, 'no one subscribed')
  await service.subscribe(channel, 'U-exact')
  const said = message(channel, service.clock.now, { id: 'photo', content: { type: 'image' } })
  await service.receive([said, said])
  await service.receive([said, message(channel, service.clock.now, { id: 'photo' })])
  for (let round = 0; round < 2; round++) await service.storeMedia(channel, 'photo', Buffer.alloc(10))
  assert.deepEqual(await totals(), { ...none, messages: 1, mediaFiles: 1, mediaBytes: 10 })
  await service.receive([unsent(channel, service.clock.now + 1, 'photo')])
  assert.equal((await totals()).messages, 1, 'an unsent message stays counted')
})

test('only channels that the caller can access are counted', async () => {
  const people = { owner: 'U-busy', members: ['U-member', 'U-leaver'], guests: ['U-guest'], subscribers: ['U-busy'] }
  const one = await service.channel('C-sum-1', people)
  const two = await service.channel('C-sum-2', { owner: 'U-busy', subscribers: ['U-busy'] })
  await service.receive([one, one, two].map((channel) => message(channel, service.clock.now)))
  const counted = async (userId: string) =>
    (await (await service.caller(userId)).get('/api/usage')).body.totals.messages
  assert.deepEqual([await counted('U-busy'), await counted('U-member'), await counted('U-leaver')], [3, 2, 2])
  assert.deepEqual([await counted('U-guest'), await counted('U-stranger')], [0, 0])
  await service.receive([left(one, service.clock.now + 1, 'U-leaver')])
  assert.equal(await counted('U-leaver'), 0)
})

test("usage ends with today in the server's time zone", async () => {
  const tokyo = await startTestService({ INNKEEPER_TIMEZONE: 'Asia/Tokyo' })
  tokyo.clock.now = at('2026-03-10T15:00:00')
  const { body } = await (await tokyo.caller('U1')).get('/api/usage')
  assert.equal(body.to, '2026-03-11')
})

test('usage is listed channel by channel, including those without events, and adds up', async () => {
  const channels = ['C-apart-1', 'C-apart-2', 'C-apart-3']
  for (const channelId of channels) await service.channel(channelId, { owner: 'U-apart', subscribers: ['U-apart'] })
  await service.channel('C-apart-4', { owner: 'U-other', guests: ['U-apart'], subscribers: ['U-other'] })
  const said = ['C-apart-2', 'C-apart-2', 'C-apart-1', 'C-apart-4']
  await service.receive(said.map((channelId) => message(channelId, service.clock.now)))
  const { body } = await (await service.caller('U-apart')).get('/api/usage')
  const { apiRequests: _, ...nothing } = none
  assert.deepEqual(body.channels, [
    { channelId: 'C-apart-2', name: 'Group C-apart-2', totals: { ...nothing, messages: 2 } },
    { channelId: 'C-apart-1', name: 'Group C-apart-1', totals: { ...nothing, messages: 1 } },
    { channelId: 'C-apart-3', name: 'Group C-apart-3', totals: nothing },
  ])
  assert.equal(body.totals.messages, 3)
})

test('usage of a channel has its own days, weekdays and hours, and hours only for what the caller can read', async () => {
  const channel = await service.channel('C-clock', { owner: 'U-clock', members: ['U-late'], subscribers: ['U-clock'] })
  const owner = await service.caller('U-clock')
  const usage = async (query = '', caller = owner) => (await caller.get(`/api/channels/${channel}/usage${query}`)).body
  await owner.put(`/api/channels/${channel}/settings`, { timezone: 'Asia/Tokyo' })
  // In Tokyo: Sunday the 8th at 23, Monday the 9th at 0 and at 20; and 31 days before the 10th, at noon.
  const times = ['2026-03-08T14:59:59', '2026-03-08T15:00:00', '2026-03-09T11:30:00', '2026-02-07T03:00:00']
  await service.receive(times.map((time, index) => message(channel, at(time), { id: `clock-${index}` })))
  const body = await usage('?from=2026-02-01&to=2026-03-10')
  const { apiRequests: _, ...nothing } = none
  assert.deepEqual(body.totals, { ...nothing, messages: 4 })
  assert.deepEqual([body.timezone, body.daily.length, body.hoursFrom], ['Asia/Tokyo', 38, '2026-02-08'])
  assert.deepEqual(body.weekdays, [2, 0, 0, 0, 0, 1, 1])
  assert.deepEqual(counted(body.hours), { 0: 1, 20: 1, 23: 1 })
  assert.deepEqual(counted(body.weekHours[0]), { 0: 1, 20: 1 })
  assert.deepEqual(counted(body.weekHours[6]), { 23: 1 })
  const monday = await usage('?from=2026-03-09&to=2026-03-09')
  assert.deepEqual([monday.totals.messages, counted(monday.hours)], [2, { 0: 1, 20: 1 }])
  await service.receive([unsent(channel, service.clock.now, 'clock-2')])
  const later = await usage()
  assert.deepEqual([later.totals.messages, counted(later.hours)], [3, { 0: 1, 23: 1 }], 'unsent ones stay counted')
  await owner.put(`/api/channels/${channel}/settings`, { history: 'since-joined' })
  const late = await usage('?to=2026-03-09', await service.caller('U-late'))
  assert.deepEqual([late.totals.messages, counted(late.hours), late.hoursFrom], [3, {}, null])
})

test('the sums that the console computes match the totals of the service', async () => {
  const channel = await service.channel('C-shown', { owner: 'U-shown', subscribers: ['U-shown'] })
  const times = ['2025-04-01T12:00:00', '2025-09-30T23:59:59', '2026-03-09T00:00:00', '2026-03-10T01:00:00']
  const photos = times.map((time, index) => message(channel, at(time), { id: `p${index}`, content: { type: 'image' } }))
  await service.receive(photos)
  for (const index of times.keys()) await service.storeMedia(channel, `p${index}`, Buffer.alloc(1000 + index))
  const caller = await service.caller('U-shown')
  for (const from of ['2025-03-11', '2025-12-11', '2026-03-04']) {
    const query = `?from=${from}&to=2026-03-10`
    const all = (await caller.get(`/api/usage${query}`)).body
    const one = (await caller.get(`/api/channels/${channel}/usage${query}`)).body
    for (const counter of channelCounters) {
      const bars = pointsOf(one.daily, counter).reduce((sum, { count }) => sum + count, 0)
      const sums = [bars, sumOf(one.daily, counter), one.totals[counter], all.channels[0].totals[counter]]
      assert.deepEqual(
        sums,
        sums.map(() => all.totals[counter]),
        `${counter} since ${from}`,
      )
    }
    assert.ok(all.totals.mediaBytes > 2000)
  }
})

/** The counts above zero, by their index. */
function counted(counts: number[]): Record<number, number> {
  return Object.fromEntries(counts.flatMap((count, index) => (count > 0 ? [[index, count]] : [])))
}
