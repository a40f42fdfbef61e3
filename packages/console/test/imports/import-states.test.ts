import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelImport } from '@innkeeper/contract'
import { importStates } from '@innkeeper/contract'
import { knownTime } from '../../src/conversation/message/imported-note.ts'
import { decideConsequences, isBusy, isOpen, percentOf } from '../../src/imports/import-states.ts'

type Days = [first: string, last: string]

const made = (
  number: number,
  state: ChannelImport['state'],
  [firstDay, lastDay]: Days,
  endedAt: string | null = null,
) => ({
  number,
  state,
  fileName: `${number}.txt`,
  endedAt,
  figures: { format: 'line' as const, lines: 9, firstDay, lastDay, new: 7, here: 1, leftOut: [], notes: [], unread: 0 },
})
const march: Days = ['2026-03-01', '2026-03-31']
const numbers = (some: readonly { number: number }[]) => some.map(({ number }) => number)

test('undoing says what goes, and which imports may keep some of it', () => {
  const undone = made(1, 'done', march, '2026-04-02T00:00:00Z')
  const all = [
    undone,
    made(2, 'done', ['2026-03-31', '2026-04-02']),
    made(3, 'done', ['2026-04-01', '2026-04-02']),
    made(4, 'writing', march),
    made(5, 'undone', march, '2026-04-01T00:00:00Z'),
    made(6, 'undone', march, '2026-04-03T00:00:00Z'),
    made(7, 'ready', march),
    { ...made(8, 'dropped', march), figures: null },
  ]
  const { added, keptBy, goneWith } = decideConsequences(undone, all)
  assert.deepEqual([added, numbers(keptBy), numbers(goneWith)], [7, [2, 4], [6]])
  assert.deepEqual(decideConsequences(undone, [undone]), { added: 7, keptBy: [], goneWith: [] })
})

test('progress is shown as far as it is known', () => {
  assert.equal(percentOf(null), undefined)
  assert.equal(percentOf({ done: 0, total: 0 }), 0)
  assert.equal(percentOf({ done: 999, total: 1000 }), 99)
  assert.equal(percentOf({ done: 1200, total: 1000 }), 100)
})

test('an import is asked about as long as a job works on it, and can be opened as long as it has a file', () => {
  const named = (is: (one: { state: ChannelImport['state'] }) => boolean) =>
    importStates.filter((state) => is({ state }))
  assert.deepEqual(named(isBusy), ['reading', 'writing', 'undoing'])
  assert.deepEqual(named(isOpen), ['reading', 'ready', 'refused', 'writing'])
})

test('a time that is known to the minute has no seconds', () => {
  assert.equal(knownTime('2026-03-01T09:31:00.000Z', 'minute'), '2026-03-01T09:31Z')
  assert.equal(knownTime('2026-03-01T09:31:00Z', 'minute'), '2026-03-01T09:31Z')
  assert.equal(knownTime('2026-03-01T09:31:05Z', 'second'), '2026-03-01T09:31:05Z')
})
