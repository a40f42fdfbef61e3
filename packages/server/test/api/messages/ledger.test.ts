import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ledger } from '@innkeeper/contract'
import { botAdded, botRemoved, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { createSampleGroup } from '../../support/content/sample-group.ts'
import { eventually } from '../../support/eventually.ts'
import { fakePlatform } from '../../support/line/fake-platform.ts'
import { startTestService, type TestService } from '../../support/test-service.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const operator = { kind: 'operator' } as const

const service = await startTestService()
const start = service.clock.now
await runs(service, start - 10 * day, start + 40 * day)

/** Notes that a node is running all the time, since the clock of the test jumps. */
async function runs({ store }: TestService, beganAt: number, seenAt: number): Promise<void> {
  await store.write<'note-alive'>({ kind: 'note-alive', node: 'test', span: { beganAt, seenAt } })
}

async function openGroup(channelId: string, options: { isSubscribed?: boolean; members?: string[] } = {}) {
  service.clock.now = start
  const { isSubscribed = true, members = [] } = options
  const group = await createSampleGroup(service, channelId, {
    members,
    ...(isSubscribed ? {} : { subscribers: [] }),
  })
  const read = async (query = ''): Promise<Ledger> => {
    const answer = await group.owner.get(`${group.backup}/ledger${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const gapsOf = (ledger: Ledger) => {
    const all = ledger.days.flatMap(({ gaps }) => gaps)
    return [...new Set(all.map(({ reason, from, to }) => `${reason} ${from} ${to ?? '…'}`))]
  }
  const dayOf = (ledger: Ledger, date: string) => {
    const found = ledger.days.find((one) => one.date === date)
    assert.ok(found, date)
    return found
  }
  return { ...group, read, gapsOf, dayOf }
}

test('a channel without gaps is whole from the moment the bot was added', async () => {
  const { read, gapsOf, dayOf, deliver, channelId } = await openGroup('C-whole')
  service.clock.now = start + day
  await deliver(message(channelId, start + day, { id: 'w1' }))
  service.clock.now = start + 3 * day
  const ledger = await read()
  assert.deepEqual(gapsOf(ledger), [])
  assert.deepEqual([ledger.knownFrom, ledger.wholeSince], ['2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z'])
  const states = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'].map((date) => dayOf(ledger, date).state)
  assert.deepEqual(states, ['before-bot', 'unknown', 'whole', 'empty'])
  assert.equal(dayOf(ledger, '2026-03-11').messages, 1)
  assert.equal(ledger.days.at(-1)?.date, '2026-03-13', 'no day of the future')
})

test('an hour without the bot, an hour without a subscriber and an hour disabled are exactly those spans', async () => {
  const { read, gapsOf, dayOf, deliver, channelId, owner, backup } = await openGroup('C-spans')
  const at = start + day
  await deliver(botRemoved(channelId, at), botAdded(channelId, at + hour))
  service.clock.now = at + 2 * hour
  await owner.delete(`${backup}/subscribe`)
  service.clock.now = at + 3 * hour
  await owner.post(`${backup}/subscribe`)
  service.clock.now = at + 4 * hour
  assert.equal((await owner.put(`/api/channels/${channelId}/status`, { status: 'disabled' })).status, 200)
  service.clock.now = at + 5 * hour
  assert.equal((await owner.put(`/api/channels/${channelId}/status`, { status: 'active' })).status, 200)
  service.clock.now = at + 6 * hour
  const ledger = await read()
  assert.deepEqual(gapsOf(ledger), [
    'bot-absent 2026-03-11T12:00:00Z 2026-03-11T13:00:00Z',
    'not-backed-up 2026-03-11T14:00:00Z 2026-03-11T15:00:00Z',
    'disabled 2026-03-11T16:00:00Z 2026-03-11T17:00:00Z',
  ])
  assert.equal(ledger.wholeSince, '2026-03-11T17:00:00Z')
  assert.equal(dayOf(ledger, '2026-03-11').state, 'partly')
  assert.deepEqual(
    dayOf(ledger, '2026-03-11').gaps.map(({ knownFrom, precisionSeconds }) => [knownFrom, precisionSeconds]),
    [
      ['events', 0],
      ['settings', 0],
      ['settings', 0],
    ],
  )
})

test('gaps that overlap keep their own reasons, and one that goes on has no end', async () => {
  const { read, gapsOf, deliver, channelId, owner, backup } = await openGroup('C-overlap')
  const at = start + day
  service.clock.now = at + hour
  await deliver(botRemoved(channelId, at))
  await owner.delete(`${backup}/subscribe`)
  await deliver(botAdded(channelId, at + 2 * hour))
  service.clock.now = at + 3 * hour
  await owner.post(`${backup}/subscribe`)
  await deliver(botRemoved(channelId, at + 4 * hour))
  service.clock.now = at + 5 * hour
  const ledger = await read()
  assert.deepEqual(gapsOf(ledger), [
    'bot-absent 2026-03-11T12:00:00Z 2026-03-11T14:00:00Z',
    'not-backed-up 2026-03-11T13:00:00Z 2026-03-11T15:00:00Z',
    'bot-absent 2026-03-11T16:00:00Z …',
  ])
  assert.equal(ledger.wholeSince, null)
})

test('what was not saved or removed is counted by day, without text or person', async () => {
  const { read, dayOf, deliver, channelId, owner } = await openGroup('C-counts', { members: ['U-shy', 'U-gone'] })
  const at = start + day
  service.clock.now = at
  const reply = { token: 'r1', expiresAt: Date.now() + hour, isOneUse: true, cost: 'free' } as const
  await deliver(
    message(channelId, at, { id: 'c1' }),
    message(channelId, at + 1, { id: 'c2', from: 'U-gone' }),
    { ...message(channelId, at + 2, { from: 'U-shy', content: { type: 'text', text: '/private' } }), reply },
    message(channelId, at + 3, { id: 'c4', from: 'U-shy' }),
    message(channelId, at + 4, { id: 'c5', from: 'U-shy' }),
    unsent(channelId, at + 5, 'c1'),
  )
  await service.store.write<'erase-person'>({ kind: 'erase-person', by: operator, at, userId: 'U-gone', channelId })
  const counted = await eventually(
    async () => dayOf(await read(), '2026-03-11'),
    ({ erased }) => erased === 1,
  )
  assert.deepEqual([counted.private, counted.unsent, counted.erased, counted.messages], [2, 1, 1, 0])
  assert.equal(counted.state, 'empty', 'people may keep their messages to themselves')

  await deliver(message(channelId, at + 6, { id: 'c6' }), message(channelId, at + 7, { id: 'c7' }))
  await owner.put(`/api/channels/${channelId}/settings`, { retentionDays: 1 })
  service.clock.now = at + 2 * day
  await service.store.write<'delete-expired'>({
    kind: 'delete-expired',
    at: at + 2 * day,
    ceilingDays: null,
    limit: 99,
  })
  assert.equal(dayOf(await read(), '2026-03-11').expired, 2)
})

test('days are those of the channel, also when clocks change', async () => {
  const { read, dayOf, deliver, channelId, owner } = await openGroup('C-zone')
  await owner.put(`/api/channels/${channelId}/settings`, { timezone: 'Europe/Berlin' })
  // 29 March has 23 hours there: it begins at 23:00 UTC of the day before and ends at 22:00 UTC.
  const begin = Date.parse('2026-03-28T23:00:00Z')
  await deliver(botRemoved(channelId, begin - hour), botAdded(channelId, begin + hour))
  await deliver(botRemoved(channelId, begin + 22.5 * hour), botAdded(channelId, begin + 24 * hour))
  service.clock.now = Date.parse('2026-04-01T12:00:00Z')
  const ledger = await read('?from=2026-03-28&to=2026-03-31')
  const counts = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'].map((date) => dayOf(ledger, date).gaps.length)
  assert.deepEqual(counts, [1, 2, 1, 0])
})

test('someone who reads only since they joined learns nothing about the time before', async () => {
  const { read: asOwner, gapsOf, deliver, channelId, owner, backup } = await openGroup('C-joined')
  await owner.put(`/api/channels/${channelId}/settings`, { history: 'since-joined' })
  const at = start + day
  await deliver(message(channelId, at, { id: 'j1' }), unsent(channelId, at + 1, 'j1'))
  await deliver(botRemoved(channelId, at + hour), botAdded(channelId, at + 2 * hour))
  service.clock.now = at + 5 * hour
  await service.channel(channelId, { members: ['U-new'], subscribers: ['U-new'] })
  assert.equal(gapsOf(await asOwner()).length, 1)
  const answer = await (await service.caller('U-new')).get(`${backup}/ledger`)
  assert.equal(answer.status, 200, answer.text)
  const ledger: Ledger = answer.body
  assert.deepEqual(gapsOf(ledger), [])
  assert.deepEqual([ledger.knownFrom, ledger.wholeSince], ['2026-03-11T17:00:00Z', '2026-03-11T17:00:00Z'])
  const whole = ledger.days.reduce((sum, { unsent: gone, messages }) => sum + gone + messages, 0)
  assert.equal(whole, 0)
})

test('a range that is too long or the wrong way round is rejected', async () => {
  const { owner, backup } = await openGroup('C-range')
  for (const query of [
    '?from=2026-03-10&to=2026-03-09',
    '?from=2025-01-01&to=2026-03-09',
    '?from=yesterday',
    '?day=1',
  ]) {
    assert.equal((await owner.get(`${backup}/ledger${query}`)).status, 400, query)
  }
})

/** A file as LINE's app for phones saves it, in the channel's time zone. */
const historyOf = (...lines: string[]) =>
  ['[LINE] Chat history in Hikers', 'Saved on: 2026/03/12 10:00', '', '2026/03/11(Wed)', ...lines, ''].join('\r\n')

async function importHistory(channelId: string, text: string): Promise<{ undo(): Promise<void> }> {
  const { store, clock } = service
  const channelNo = await store.findChannelNo(channelId)
  assert.ok(channelNo !== undefined)
  const common = { by: operator, at: clock.now, channelId }
  const file = { ...(await service.putFile(Buffer.from(text))), fileName: 'history.txt' }
  const people = ['Mika', 'Kenji'].map((name) => ({ name, is: 'member', memberId: `U-${name}` }))
  const choices = JSON.stringify({ zone: { timezone: 'UTC' }, people })
  const { importNo } = await store.write<'open-history'>({ kind: 'open-history', ...common, ...file, choices })
  const becomes = async (state: string) => {
    const found = await eventually(
      () => store.findImport(channelNo, importNo),
      (one) => one?.state === state,
    )
    assert.equal(found?.state, state, found?.reason ?? '')
  }
  const steer = (wish: 'commit' | 'undo') =>
    store.write<'steer-history'>({ kind: 'steer-history', ...common, importNo, wish })
  await becomes('ready')
  await steer('commit')
  await becomes('done')
  return {
    undo: async () => {
      await steer('undo')
      await becomes('undone')
    },
  }
}

test('a gap is closed by an imported chat history that covers it, which also measures the day, until it is undone', async () => {
  const { read, dayOf, deliver, channelId } = await openGroup('C-import', { members: ['U-Mika', 'U-Kenji'] })
  const at = Date.parse('2026-03-11T08:00:00Z')
  const say = (minutes: number, from: string, text: string) =>
    message(channelId, at + minutes * minute + 5_000, { id: text, from, content: { type: 'text', text } })
  service.clock.now = at
  await deliver(say(0, 'U-Mika', 'good morning everyone'), botRemoved(channelId, at + 10 * minute))
  service.clock.now = at + hour
  await deliver(botAdded(channelId, at + hour), say(65, 'U-Kenji', 'the bus leaves at ten'))
  service.clock.now = start + 2 * day
  const today = async () => {
    const { state, recall, gaps } = dayOf(await read(), '2026-03-11')
    return { state, recall, covered: gaps.map(({ covered }) => covered) }
  }
  const before = { state: 'partly', recall: null, covered: [false] }
  assert.deepEqual(await today(), before)

  const [first, missed, photo, last] = [
    '08:00\tMika\tgood morning everyone',
    '08:20\tKenji\twhere are you all',
    '08:30\tMika\t[Photo]',
    '09:05\tKenji\tthe bus leaves at ten',
  ]
  const early = await importHistory(channelId, historyOf(first ?? '', missed ?? ''))
  const measured = { matched: 1, new: 1, share: 0.5 }
  assert.deepEqual(await today(), { ...before, recall: measured }, 'control: it ends within the gap')
  await importHistory(channelId, historyOf('08:01\tNoah\tanother group', '09:30\tNoah\tentirely'))
  assert.equal((await today()).state, 'partly', 'control: nothing of it is here')
  const whole = await importHistory(channelId, historyOf(first ?? '', missed ?? '', photo ?? '', last ?? ''))
  const closed = { state: 'closed', recall: { matched: 2, new: 2, share: 0.5 }, covered: [true] }
  assert.deepEqual(await today(), closed, 'a photo that it does not have was never sent to us')
  await early.undo()
  assert.deepEqual(await today(), closed)
  await whole.undo()
  assert.equal((await today()).state, 'partly')
})

// Last, because it concerns every channel of the platform.
test('messages that come after an outage are counted as recovered, and the day stays incomplete', async () => {
  const { read, dayOf, deliver, channelId } = await openGroup('C-late')
  const at = start + day
  const failed = [{ from: at, to: at + 20 * minute, deliveries: 9, detail: 'REQUEST_TIMEOUT' }]
  const report = () =>
    service.store.write<'note-reported'>({ kind: 'note-reported', platform: fakePlatform, rows: failed })
  await deliver(message(channelId, start, { id: 'l0' }))
  service.clock.now = at + 30 * minute
  await deliver(
    ...[1, 7, 19].map((minutes) => message(channelId, at + minutes * minute, { id: `l${minutes}` })),
    message(channelId, at + 25 * minute, { id: 'after it' }),
  )
  assert.deepEqual([await report(), await report()], [1, 0], 'reading it twice changes nothing')
  const today = dayOf(await read(), '2026-03-11')
  assert.deepEqual([today.state, today.messages], ['partly', 4])
  assert.deepEqual(
    today.gaps.map(({ reason, recovered }) => [reason, recovered]),
    [['reported', 3]],
  )
})
