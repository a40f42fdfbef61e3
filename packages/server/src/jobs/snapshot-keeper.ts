import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { runRecorded } from '../actions/storage/snapshot/runs/run-recorded.ts'
import { isCheckDue, isDrillDue, isRunDue } from '../domain/storage/snapshots/due-run.ts'
import type { SnapshotOutcome, SnapshotTarget, SnapshotWork } from '../domain/storage/snapshots/snapshot-run.ts'
import { renderSnapshotSchedule, type SnapshotSchedule } from '../domain/storage/snapshots/snapshot-schedule.ts'
import type { Clock } from '../ports/clock.ts'
import type { SnapshotWorker } from '../ports/storage/snapshot-work.ts'
import type { Store } from '../ports/store.ts'
import { untilLost } from './until-lost.ts'

/** Makes snapshots, checks them and tests them, when it is time for it. Meanwhile, erasures reach all places. */
export type SnapshotKeeper = { stop(): Promise<void> }

export type SnapshotKeeperDeps = {
  store: Pick<Store, 'write' | 'listSnapshotRuns' | 'getLedgerState' | 'nodes'>
  clock: Clock
  log: Pick<Logger, 'info' | 'warn'>
  timezone: string
  /** As the settings are now. */
  schedules(): { snapshot: SnapshotSchedule | null; drill: SnapshotSchedule | null }
  worker: SnapshotWorker
  lookEveryMs?: number
}

/** Often enough to notice that the clock was set. */
const lookOftenMs = 20_000
/** New entries get their numbers within five seconds. A second try is still within half a minute. */
const addEveryMs = 10_000
const lastAdditionMs = 2_000
/** Of one kind of work. */
const mostRuns = 50

type Place = { target: SnapshotTarget; where: string }

export function startSnapshotKeeper(deps: SnapshotKeeperDeps): SnapshotKeeper {
  const { store, log, worker, lookEveryMs = lookOftenMs } = deps
  const ledgerEveryMs = Math.min(lookEveryMs, addEveryMs)
  const stopping = new AbortController()
  const { signal } = stopping
  const schedules = createScheduleNote(deps)
  const look = async (signal: AbortSignal) => {
    await schedules.note()
    for (const place of worker.targets()) {
      if (signal.aborted) return
      await runWhatIsDue(deps, place, signal)
    }
  }
  const repeat = async (everyMs: number, trouble: string, round: () => Promise<unknown>) => {
    let isFailing = false
    while (!signal.aborted) {
      try {
        await round()
        isFailing = false
      } catch (err) {
        if (!isFailing && !signal.aborted) log.warn({ err }, trouble)
        isFailing = true
      }
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const ledgers = createPlaceLedgers(deps, signal)
  const running = [
    repeat(lookEveryMs, 'failed to look after snapshots; will retry', () =>
      onOneNode(store, 'snapshots', signal, look),
    ),
    // Beside the work, which takes hours, or waits for a place that doesn't respond.
    repeat(ledgerEveryMs, 'failed to look after the ledgers of snapshot places; will retry', ledgers.extend),
  ]
  return {
    async stop() {
      stopping.abort()
      await worker.stop()
      await Promise.all(running)
      await ledgers.stop()
    },
  }
}

/** Its signal ends the work when the service stops, and when this node loses its turn. */
async function onOneNode(
  { nodes }: Pick<Store, 'nodes'>,
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (nodes) await nodes.unlessTaken(name, (turn) => work(untilLost(signal, turn)))
  else await work(signal)
}

async function runWhatIsDue(deps: SnapshotKeeperDeps, place: Place, signal: AbortSignal): Promise<void> {
  const { store, clock, timezone, schedules, worker } = deps
  const { snapshot, drill } = schedules()
  const now = clock()
  const list = async (work: SnapshotWork) =>
    (await store.listSnapshotRuns(place.target, work, mostRuns)).filter(({ place: where }) => where === place.where)
  const snapshots = await list('snapshot')
  if (snapshot && isRunDue({ schedule: snapshot, runs: snapshots, now, timezone })) {
    await runAndTell(deps, place, 'snapshot', worker.work)
    if (signal.aborted) return
  }
  if (snapshot) {
    const [checks, made] = [await list('check'), await list('snapshot')]
    if (isCheckDue({ schedule: snapshot, runs: checks, snapshots: made, now, timezone }))
      await runAndTell(deps, place, 'check', worker.work)
  }
  if (signal.aborted || !drill) return
  if (!isDrillDue({ schedule: drill, runs: await list('drill'), snapshots, now, timezone })) return
  const obstacle = worker.findDrillObstacle()
  await runAndTell(deps, place, 'drill', obstacle === undefined ? worker.work : async () => impossible(obstacle))
}

async function runAndTell(
  { store, clock, log }: SnapshotKeeperDeps,
  { target, where }: Place,
  work: SnapshotWork,
  doWork: SnapshotWorker['work'],
): Promise<SnapshotOutcome> {
  const outcome = await runRecorded({ store, clock, work: doWork }, { work, target, where })
  const { state, reason, counts, bytes } = outcome
  const facts = { work, place: where, state, bytes, ...counts }
  if (state === 'done' && reason === '') log.info(facts, 'snapshot work finished')
  else log.warn({ ...facts, reason }, 'snapshot work needs attention')
  return outcome
}

/** Remembers since when there is a schedule, so that a first snapshot that never comes is late one day, also after restarts. */
function createScheduleNote({ store, clock, schedules, worker }: SnapshotKeeperDeps): { note(): Promise<void> } {
  let noted: string | undefined
  return {
    async note() {
      const { snapshot } = schedules()
      const schedule = snapshot ? renderSnapshotSchedule(snapshot) : ''
      const places = snapshot ? worker.targets().map(({ where }) => where) : []
      const now = JSON.stringify([schedule, places])
      if (now === noted) return
      await store.write<'note-snapshot-schedules'>({ kind: 'note-snapshot-schedules', at: clock(), schedule, places })
      noted = now
    },
  }
}

type PlaceLedgers = { extend(): Promise<void>; stop(): Promise<void> }

/**
 * What was erased since must reach the snapshots soon. No place waits for another one. Failures are told by the next snapshot, and
 * tried again until then.
 */
function createPlaceLedgers({ store, worker, log }: SnapshotKeeperDeps, signal: AbortSignal): PlaceLedgers {
  /** How far the ledger of each place goes, as far as this node knows. */
  const known = new Map<string, number>()
  const failing = new Set<string>()
  const underWay = new Map<string, Promise<void>>()
  const extendOne = async ({ target, where }: Place, last: number) => {
    try {
      await onOneNode(store, `ledger of ${where}`, signal, async () => {
        await worker.extendLedger(target)
        known.set(where, last)
      })
      failing.delete(where)
    } catch (err) {
      if (!failing.has(where) && !signal.aborted)
        log.warn({ err, place: where }, 'failed to add to the removal list of a snapshot place; will retry')
      failing.add(where)
    } finally {
      underWay.delete(where)
    }
  }
  return {
    async extend() {
      const places = worker.targets()
      if (places.length === 0) return
      const { last } = await store.getLedgerState()
      for (const place of places) {
        if (known.get(place.where) === last || underWay.has(place.where)) continue
        underWay.set(place.where, extendOne(place, last))
      }
    },
    async stop() {
      // A place that doesn't respond doesn't hold up the stop.
      await Promise.race([Promise.all(underWay.values()), sleep(lastAdditionMs, undefined, { ref: false })])
    },
  }
}

function impossible(reason: string): SnapshotOutcome {
  return { state: 'impossible', reason, counts: {}, bytes: 0, verifiedThrough: '', notes: {} }
}
