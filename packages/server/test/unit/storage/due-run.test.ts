import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isCheckDue, isDrillDue, isRunDue } from '../../../src/domain/storage/snapshots/due-run.ts'
import { findSnapshotProblems } from '../../../src/domain/storage/snapshots/snapshot-problems.ts'
import type { SnapshotRun } from '../../../src/domain/storage/snapshots/snapshot-run.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const schedule = { weekday: null, hour: 3, minute: 0 }

const run = (hoursAgo: number, more: Partial<SnapshotRun> = {}): SnapshotRun => ({
  runId: `run-${hoursAgo}`,
  target: 'folder',
  work: 'snapshot',
  place: '/mnt/copies',
  begunAt: now - hoursAgo * hourMs,
  finishedAt: now - hoursAgo * hourMs + 1000,
  state: 'done',
  reason: '',
  counts: {},
  bytes: 0,
  verifiedThrough: '',
  notes: {},
  ...more,
})

describe('work is due', () => {
  const cases: [what: string, runs: SnapshotRun[], isDue: boolean][] = [
    ['the first time, at once', [], true],
    ['after its time, if the last one was before', [run(24)], true],
    ['not again on the same day', [run(9)], false],
    ['after a failure, an hour later', [run(1, { state: 'failed' })], true],
    ['not before', [run(0.9, { state: 'failed' })], false],
    ['an hour after one that was interrupted', [run(2, { state: 'running', finishedAt: null })], true],
    ['not again after one that found a difference', [run(2, { state: 'differs' })], false],
    ['not again if the clock was set back a little', [run(-5)], false],
    ['if the only one was recorded while the clock was a year ahead', [run(-24 * 365)], true],
  ]
  for (const [what, runs, isDue] of cases) {
    test(what, () => assert.equal(isRunDue({ schedule, runs, now, timezone: 'UTC' }), isDue))
  }

  test('for a drill, only with a snapshot that was there at its time', () => {
    const look = { schedule, runs: [], now, timezone: 'UTC' }
    assert.equal(isDrillDue({ ...look, snapshots: [] }), false)
    assert.equal(isDrillDue({ ...look, snapshots: [run(1)] }), false)
    assert.equal(isDrillDue({ ...look, snapshots: [run(20, { state: 'failed' })] }), false)
    assert.equal(isDrillDue({ ...look, snapshots: [run(20)] }), true)
  })

  test('for a check, also if the last snapshot failed, but not before there is one', () => {
    const failed = run(1, { state: 'failed' })
    const look = { schedule, now, timezone: 'UTC' }
    assert.equal(isCheckDue({ ...look, runs: [], snapshots: [] }), false)
    assert.equal(isCheckDue({ ...look, runs: [], snapshots: [failed] }), false)
    assert.equal(isCheckDue({ ...look, runs: [run(24)], snapshots: [failed, run(48)] }), true)
    assert.equal(isCheckDue({ ...look, runs: [run(8)], snapshots: [failed, run(48)] }), false)
  })
})

describe('problems of a place', () => {
  type Runs = Partial<Parameters<typeof findSnapshotProblems>[0]>
  const found = (runs: Runs, at = now) =>
    findSnapshotProblems(
      { snapshots: [run(9)], checks: [], drills: [], ...runs },
      { schedule, now: at, since: now - 10 * dayMs },
    ).map(({ kind }) => kind)

  test('there are none if everything is as it should be', () => {
    assert.deepEqual(found({ checks: [run(8, { notes: { cycleBegunAt: now - 20 * dayMs } })], drills: [run(7)] }), [])
  })

  test('a failure is one until the next success, and none while another runs', () => {
    const failed = run(1, { state: 'failed', reason: 'The disk is full.' })
    assert.deepEqual(found({ snapshots: [failed, run(24)] }), ['failed'])
    assert.deepEqual(found({ snapshots: [run(0, { state: 'running', finishedAt: null }), failed, run(24)] }), [
      'failed',
    ])
    assert.deepEqual(found({ snapshots: [run(0), failed] }), [])
  })

  test('late is what should have come six hours ago, counted from the start of the service if there was none', () => {
    assert.deepEqual(found({ snapshots: [run(30)] }), [])
    assert.deepEqual(found({ snapshots: [run(31)] }), ['late'])
    assert.deepEqual(found({ snapshots: [] }), ['late'])
    assert.deepEqual(found({ snapshots: [] }, now - 9 * dayMs), [])
  })

  test('damage, gaps in checking and drills have kinds of their own', () => {
    assert.deepEqual(found({ snapshots: [run(9, { reason: 'Files are missing.' })] }), ['incomplete'])
    assert.deepEqual(found({ checks: [run(8, { state: 'differs' })] }), ['differs'])
    const failed = run(1, { state: 'failed' })
    assert.deepEqual(found({ checks: [failed, run(8, { state: 'differs' })] }), ['differs'], 'a failure found nothing')
    assert.deepEqual(found({ checks: [run(8, { notes: { cycleBegunAt: now - 31 * dayMs } })] }), ['unverified'])
    for (const state of ['failed', 'differs', 'impossible'] as const) {
      assert.deepEqual(found({ drills: [run(7, { state })] }), [`drill-${state}`])
    }
  })
})
