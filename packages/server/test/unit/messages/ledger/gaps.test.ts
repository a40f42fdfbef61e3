import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HappeningWord } from '@innkeeper/contract'
import { isTimeToAsk } from '../../../../src/domain/messages/ledger/asking.ts'
import {
  type CoveringImport,
  isCovered,
  measureRecall,
} from '../../../../src/domain/messages/ledger/covering-imports.ts'
import { decideDayState } from '../../../../src/domain/messages/ledger/day-state.ts'
import { type GapFacts, gatherGaps, wholeSince } from '../../../../src/domain/messages/ledger/gather-gaps.ts'
import { countRecovered, isLate } from '../../../../src/domain/messages/ledger/late-arrivals.ts'
import { savingGaps } from '../../../../src/domain/messages/ledger/saving-gaps.ts'

const minute = 60_000
const saving = { botPresent: true, ownerDisabled: false, backedUp: true }
const happened = (time: number, what: HappeningWord, since: number | null = null) => ({ time, what, since })

const lives: [name: string, happenings: ReturnType<typeof happened>[], now: Partial<typeof saving>, gaps: string[]][] =
  [
    ['saved from the first subscriber on', [happened(5, 'backup-on')], {}, ['not-backed-up 0-5']],
    ['never saved', [], { backedUp: false }, ['not-backed-up 0-']],
    ['the bot was away', [happened(5, 'bot-removed'), happened(9, 'bot-added', 5)], {}, ['bot-absent 5-9']],
    ['the bot is away', [happened(5, 'bot-removed')], { botPresent: false }, ['bot-absent 5-']],
    ['the bot was added again while it was there', [happened(5, 'bot-added')], {}, []],
    ['only the end is still known', [happened(9, 'enabled', 2)], {}, ['disabled 2-9']],
    [
      'disabled twice',
      [happened(3, 'disabled'), happened(4, 'disabled'), happened(6, 'enabled')],
      {},
      ['disabled 3-6'],
    ],
    ['the platform missed some', [happened(9, 'events-missed', 4)], {}, ['events-missed 4-9']],
    ['the platform does not say since when', [happened(9, 'events-missed')], {}, ['events-missed 8-9']],
    [
      'away and without a subscriber at once',
      [happened(2, 'bot-removed'), happened(4, 'backup-off'), happened(6, 'bot-added', 2), happened(8, 'backup-on', 4)],
      {},
      ['bot-absent 2-6', 'not-backed-up 4-8'],
    ],
  ]

test('what happened in a channel says when nothing was saved', () => {
  for (const [name, happenings, now, expected] of lives) {
    const gaps = savingGaps(happenings, { ...saving, ...now }, 0)
    assert.deepEqual(
      gaps.map(({ reason, from, to }) => `${reason} ${from}-${to ?? ''}`),
      expected,
      name,
    )
  }
})

const facts: GapFacts = {
  createdAt: 0,
  serviceSpans: [{ beganAt: 0, seenAt: 100 * minute }],
  absences: [],
  happenings: [happened(0, 'backup-on')],
  now: saving,
  lastUnreadAt: null,
}

test('gaps of one reason that overlap are one, those of different reasons stay apart', () => {
  const absences = [
    { reason: 'reported', from: 10 * minute, to: 20 * minute },
    { reason: 'reported', from: 15 * minute, to: 30 * minute },
    { reason: 'unreachable', from: 12 * minute, to: 25 * minute },
  ] as const
  assert.deepEqual(gatherGaps({ ...facts, absences }, 0, 100 * minute), [
    { reason: 'reported', from: 10 * minute, to: 30 * minute },
    { reason: 'unreachable', from: 12 * minute, to: 25 * minute },
  ])
  assert.deepEqual(
    gatherGaps({ ...facts, absences }, 26 * minute, 100 * minute).map(({ from }) => from),
    [26 * minute],
    'only what is left after a time',
  )
})

test('the time between a snapshot and the start of its copy is no outage of the service', () => {
  const restored = (from: number, to: number) => ({ reason: 'restored', from: from * minute, to: to * minute }) as const
  const ran = (from: number, to: number) => ({ beganAt: from * minute, seenAt: to * minute })
  const cases: [
    name: string,
    spans: ReturnType<typeof ran>[],
    restores: ReturnType<typeof restored>[],
    gaps: string[],
  ][] = [
    ['no restore', [ran(0, 10), ran(30, 100)], [], ['service-down 10-30']],
    ['of a running service', [ran(0, 10), ran(30, 100)], [restored(10.2, 20)], ['restored 10.2-30']],
    ['with a beat after the copy began', [ran(0, 10), ran(30, 100)], [restored(9.8, 20)], ['restored 9.8-30']],
    ['not started yet', [ran(0, 99)], [restored(99.1, 99.9)], ['restored 99.1-99.9']],
    ['of a stopped service', [ran(0, 10), ran(50, 100)], [restored(30, 40)], ['service-down 10-30', 'restored 30-50']],
    [
      'and another outage later',
      [ran(0, 10), ran(30, 50), ran(70, 100)],
      [restored(10, 20)],
      ['restored 10-30', 'service-down 50-70'],
    ],
  ]
  for (const [name, serviceSpans, absences, expected] of cases) {
    const gaps = gatherGaps({ ...facts, serviceSpans, absences }, 0, 100 * minute)
    assert.deepEqual(
      gaps.map(({ reason, from, to }) => `${reason} ${from / minute}-${(to ?? 0) / minute}`),
      expected,
      name,
    )
  }
})

test('a channel is whole since the last gap ended, and not while one goes on', () => {
  const at = 100 * minute
  const closed = { reason: 'unreachable', from: 10 * minute, to: 20 * minute } as const
  assert.equal(wholeSince(facts, at), 0)
  assert.equal(wholeSince({ ...facts, absences: [closed] }, at), 20 * minute)
  assert.equal(wholeSince({ ...facts, absences: [{ ...closed, to: null }] }, at), undefined)
  assert.equal(wholeSince({ ...facts, lastUnreadAt: 50 * minute }, at), 50 * minute)
  assert.equal(wholeSince({ ...facts, serviceSpans: [] }, at), undefined, 'nothing is known')
  assert.equal(wholeSince({ ...facts, now: { ...saving, backedUp: false }, happenings: [] }, at), undefined)
})

test('the state of a day says no more than what is known', () => {
  const day = { from: 10, to: 20, botSince: 5, knownSince: 5, messages: 3, isMissing: false, isClosed: false }
  assert.equal(decideDayState(day), 'whole')
  assert.equal(decideDayState({ ...day, messages: 0 }), 'empty')
  assert.equal(decideDayState({ ...day, knownSince: 11 }), 'unknown', 'it began before anyone looked')
  assert.equal(decideDayState({ ...day, knownSince: undefined }), 'unknown')
  assert.equal(decideDayState({ ...day, isMissing: true }), 'partly')
  assert.equal(decideDayState({ ...day, isMissing: true, isClosed: true }), 'closed')
  assert.equal(decideDayState({ ...day, knownSince: 11, isMissing: true }), 'partly')
  assert.equal(decideDayState({ ...day, botSince: 20, knownSince: 30 }), 'before-bot')
  assert.equal(decideDayState({ ...day, botSince: 19, knownSince: 30 }), 'unknown', 'the bot was added on this day')
  assert.equal(
    decideDayState({ ...day, botSince: 5, knownSince: 30 }),
    'unknown',
    'the bot was there, but nobody looked',
  )
})

const imported = (from: number, to: number, more: Partial<CoveringImport> = {}): CoveringImport => ({
  span: { from, to },
  here: 1,
  days: [],
  ...more,
})

test('imports cover a gap if they leave nothing of it out and agree with what is here', () => {
  const gap = { from: 10, to: 20 }
  const cases: [imports: CoveringImport[], expected: boolean][] = [
    [[], false],
    [[imported(10, 20)], true],
    [[imported(11, 30)], false],
    [[imported(0, 19)], false],
    [[imported(0, 15), imported(15, 30)], true],
    [[imported(0, 14), imported(15, 30)], false],
    [[imported(0, 30, { here: 0 })], false],
  ]
  for (const [imports, expected] of cases) assert.equal(isCovered(gap, imports), expected, JSON.stringify(imports))
})

test('the import with the most messages of a day measures it, and almost all is not all', () => {
  const day = '2026-03-11'
  const measured = (matched: number, added: number) => imported(0, 1, { days: [{ day, matched, new: added }] })
  assert.equal(measureRecall(day, []), undefined)
  assert.equal(measureRecall(day, [measured(0, 0)]), undefined)
  assert.equal(measureRecall('2026-03-12', [measured(3, 1)]), undefined)
  assert.deepEqual(measureRecall(day, [measured(3, 1), measured(1, 1)]), { matched: 3, new: 1, share: 0.75 })
  assert.equal(measureRecall(day, [measured(99_999, 1)])?.share, 0.9999)
  assert.equal(measureRecall(day, [measured(99_999, 0)])?.share, 1)
})

test('what came later is counted in the gaps of its minute', () => {
  assert.deepEqual([isLate(0, 5_000), isLate(0, 11_000), isLate(60_000, 0)], [false, true, false])
  const late = [0, 1, 2, 3].map((index) => ({ minute: index * minute, messages: 10 ** index }))
  assert.equal(countRecovered(late, { from: minute + 30_000, to: 2 * minute + 10_000 }), 110)
  assert.equal(countRecovered(late, { from: 3 * minute, to: null }), 1000)
})

test('a platform is asked when nothing arrived for a while, and at once when something arrives again', () => {
  const known = { startedAt: 0, webhookAt: null, askedAt: null, isUnreachable: false }
  assert.equal(isTimeToAsk(14 * minute, known), false)
  assert.equal(isTimeToAsk(15 * minute, known), true)
  assert.equal(isTimeToAsk(15 * minute, { ...known, webhookAt: 5 * minute }), false, 'a delivery says it, too')
  const lost = { ...known, isUnreachable: true, askedAt: 15 * minute }
  assert.equal(isTimeToAsk(19 * minute, lost), false)
  assert.equal(isTimeToAsk(20 * minute, lost), true)
  assert.equal(isTimeToAsk(16 * minute, { ...lost, webhookAt: 16 * minute }), true)
})
