import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { runRecorded } from '../actions/storage/snapshot/runs/run-recorded.ts'
import { isDrillDue, isRunDue } from '../domain/storage/snapshots/due-run.ts'
import type { SnapshotOutcome, SnapshotTarget, SnapshotWork } from '../domain/storage/snapshots/snapshot-run.ts'
import { renderSnapshotSchedule, type SnapshotSchedule } from '../domain/storage/snapshots/snapshot-schedule.ts'
import type { Clock } from '../ports/clock.ts'
import type { SnapshotWorker } from '../ports/storage/snapshot-work.ts'
import type { Store } from '../ports/store.ts'

/** Makes snapshots, checks them and tests them, when it is time for it. */
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
/** Of one kind of work. */
const mostRuns = 50

type Place = { target: SnapshotTarget; where: string }

export function startSnapshotKeeper(deps: SnapshotKeeperDeps): SnapshotKeeper {
  const { store, log, worker, lookEveryMs = lookOftenMs } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  /** How far the ledgers of places go, as far as this node knows. */
  const ledgers = new Map<string, number>()
  const schedules = createScheduleNote(deps)
  let isFailing = false

  const look = async () => {
    await schedules.note()
    for (const place of worker.targets()) {
      if (signal.aborted) return
      await extendLedger(deps, place, ledgers)
      await runWhatIsDue(deps, place, signal)
    }
  }
  const run = async () => {
    while (!signal.aborted) {
      try {
        if (store.nodes) await store.nodes.unlessTaken('snapshots', look)
        else await look()
        isFailing = false
      } catch (err) {
        if (!isFailing && !signal.aborted) log.warn({ err }, 'failed to look after snapshots; will retry')
        isFailing = true
      }
      await sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await worker.stop()
      await running
    },
  }
}

async function runWhatIsDue(deps: SnapshotKeeperDeps, place: Place, signal: AbortSignal): Promise<void> {
  const { store, clock, timezone, schedules, worker } = deps
  const { snapshot, drill } = schedules()
  const now = clock()
  const list = async (work: SnapshotWork) =>
    (await store.listSnapshotRuns(place.target, work, mostRuns)).filter(({ place: where }) => where === place.where)
  const snapshots = await list('snapshot')
  if (snapshot && isRunDue({ schedule: snapshot, runs: snapshots, now, timezone })) {
    const { state } = await runAndTell(deps, place, 'snapshot', worker.work)
    if (state === 'done' && !signal.aborted) await runAndTell(deps, place, 'check', worker.work)
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

/** What was erased since must reach the snapshots soon. Failures are told by the next snapshot, and tried again until then. */
async function extendLedger(
  { store, worker, log }: SnapshotKeeperDeps,
  place: Place,
  known: Map<string, number>,
): Promise<void> {
  const { last } = await store.getLedgerState()
  if (known.get(place.where) === last) return
  try {
    await worker.extendLedger(place.target)
    known.set(place.where, last)
  } catch (err) {
    if (known.get(place.where) !== -1)
      log.warn({ err, place: place.where }, 'failed to add to the removal list of a snapshot place; will retry')
    known.set(place.where, -1)
  }
}

function impossible(reason: string): SnapshotOutcome {
  return { state: 'impossible', reason, counts: {}, bytes: 0, verifiedThrough: '', notes: {} }
}
