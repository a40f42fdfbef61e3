import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { LedgerDay } from '@innkeeper/contract'
import i18next from 'i18next'
import {
  adviceFor,
  describeGap,
  describeLosses,
  describeRest,
  isAnythingMissing,
} from '../../src/conversation/ledger/ledger-text.ts'
import { placeGaps } from '../../src/conversation/ledger/place-gaps.ts'
import { beginWith, entriesOf } from '../../src/conversation/timeline/conversation.ts'
import { toRows } from '../../src/conversation/timeline/rows.ts'
import { en } from '../../src/locales/texts.ts'
import { formatFor } from '../../src/ui/format/format.ts'
import { joinIn } from '../../src/ui/format/join.ts'
import { textItem } from './timeline-items.ts'

await i18next.init({ lng: 'en-GB', resources: { 'en-GB': { translation: en } }, interpolation: { escapeValue: false } })
// Days are those of the channel: here, 23:00 in UTC is already the next one.
const words = { t: i18next.t, format: formatFor('en-GB', 'Europe/Berlin'), join: joinIn('en-GB') }

type Gap = LedgerDay['gaps'][number]
const gap = (from: string, to: string | null, more: Partial<Gap> = {}): Gap => ({
  reason: 'service-down',
  from: `2026-03-${from}:00Z`,
  to: to === null ? null : `2026-03-${to}:00Z`,
  knownFrom: 'heartbeat',
  precisionSeconds: 30,
  recovered: 0,
  covered: false,
  ...more,
})
const day: LedgerDay = {
  date: '2026-03-11',
  state: 'partly',
  messages: 1,
  gaps: [],
  recall: null,
  unread: 0,
  private: 0,
  mediaPending: 0,
  mediaLost: [],
  unsent: 0,
  expired: 0,
  erased: 0,
}

it('a gap is told with the part of it that is on the day', () => {
  const cases: [Gap, string][] = [
    [gap('11T13:02', '11T13:31'), 'Between 14:02 and 14:31, the service wasn’t running.'],
    [gap('11T13:02', '11T13:02'), 'Around 14:02, the service wasn’t running.'],
    [gap('11T13:02', null), 'From 14:02 on, the service wasn’t running.'],
    [gap('11T13:02', '11T23:30'), 'From 14:02 on, the service wasn’t running.'],
    [gap('10T13:02', '11T13:31'), 'Until 14:31, the service wasn’t running.'],
    [gap('10T13:02', '12T13:31'), 'All day, the service wasn’t running.'],
    [gap('10T13:02', null), 'All day, the service wasn’t running.'],
    [
      gap('10T13:02', '11T13:31', { reason: 'restored', knownFrom: 'restore' }),
      'Restored from a snapshot of 10 Mar 2026, 14:02. Messages sent after that, until the copy was started, aren’t in it.',
    ],
    [
      gap('11T13:02', '11T13:31', { recovered: 3 }),
      'Between 14:02 and 14:31, the service wasn’t running. 3 messages arrived later.',
    ],
    [
      gap('11T13:02', '11T13:31', { covered: true, reason: 'bot-absent' }),
      'Between 14:02 and 14:31, the bot wasn’t in the chat. An imported chat history covers this time.',
    ],
  ]
  for (const [one, expected] of cases) assert.equal(describeGap(one, day.date, words), expected)
})

it('counts are told if there are any, those that make a day incomplete apart from the others', () => {
  assert.deepEqual([...describeLosses(day, words), ...describeRest(day, words)], [])
  const full: LedgerDay = {
    ...day,
    unread: 1,
    mediaLost: [{ reason: 'too large', files: 2 }],
    mediaPending: 1,
    private: 2,
    unsent: 3,
    expired: 4,
    erased: 1,
    recall: { matched: 97, new: 3, share: 0.97 },
  }
  assert.deepEqual(describeLosses(full, words), [
    '1 event couldn’t be read. It’s kept as received.',
    '2 files were lost: too large.',
  ])
  assert.deepEqual(describeRest(full, words), [
    '1 file is still being downloaded.',
    '2 messages weren’t saved, because their senders turned that off.',
    '3 messages were unsent or deleted.',
    '4 messages were deleted automatically after the time set for this channel.',
    '1 message was erased because its sender asked for it.',
    'Compared with an imported chat history, 97% of the messages had been saved.',
  ])
})

it('a day without messages can be opened if anything is known to be missing', () => {
  assert.equal(isAnythingMissing(day), false)
  assert.equal(isAnythingMissing(undefined), false)
  const lost = [{ reason: 'too large', files: 1 }]
  for (const more of [{ gaps: [gap('11T13:02', null)] }, { unread: 1 }, { mediaLost: lost }])
    assert.equal(isAnythingMissing({ ...day, ...more }), true)
})

it('people are told what they can do while a gap goes on, and nothing when it is over', () => {
  const member = { isOwner: false, isOperator: false }
  const now = (reason: Gap['reason']) => gap('11T13:02', null, { reason })
  assert.equal(adviceFor(gap('11T13:02', '11T13:31', { reason: 'bot-absent' }), member), undefined)
  assert.equal(adviceFor(now('bot-absent'), member), 'addBot')
  assert.equal(adviceFor(now('disabled'), member), 'askOwner')
  assert.equal(adviceFor(now('disabled'), { ...member, isOwner: true }), 'enable')
  for (const reason of ['unreachable', 'switched-off', 'service-down'] as const) {
    assert.equal(adviceFor(now(reason), member), 'askOperator')
    assert.equal(adviceFor(now(reason), { ...member, isOperator: true }), 'operate')
  }
})

it('a gap is shown after the last message before it, and at the head of the day only if nothing of the day is earlier', () => {
  const sentAt = ['10T21:00', '11T09:00', '11T12:39', '11T15:00'].map((time) => `2026-03-${time}:00Z`)
  const items = sentAt.map((at, no) => ({ ...textItem(no), timestamp: at }))
  const page = { items, timezone: 'UTC', lastEventId: '1', previousCursor: null, nextCursor: null }
  const rows = toRows(entriesOf(beginWith(page)), { dayOf: words.format.dayOf, isFromStart: true })
  const place = (from: string, isToEnd = true, state: LedgerDay['state'] = 'partly') => {
    const days = [{ ...day, state, gaps: [gap(from, null)] }]
    const placed = placeGaps(rows, days, { dayOf: words.format.dayOf, isToEnd })
    return rows.findIndex(({ key }) => placed.has(key))
  }
  assert.equal(place('11T12:50'), 2, 'between two messages')
  assert.equal(place('11T15:00'), 3, 'after the last one')
  assert.equal(place('11T15:00', false), -1, 'unless more is to be loaded')
  assert.equal(place('11T08:00'), -1, 'before all messages of the day')
  assert.equal(place('10T21:30'), -1, 'on the day before')
  assert.equal(place('11T12:50', true, 'whole'), -1, 'nothing is said about a whole day')
})
