import { createPushBudget } from '../actions/assistant/push-budget.ts'
import type { JobDeps } from '../actions/jobs/job-call.ts'
import { throttle } from '../actions/live/throttle.ts'
import type { JobKind } from '../domain/jobs/job.ts'
import type { Clock } from '../ports/clock.ts'
import type { Connector } from '../ports/connector.ts'
import type { Store } from '../ports/store.ts'
import { createClaims } from './claim-together.ts'
import { type Lane, type LanePlan, lanesOfNodes, openLane, standardLanes } from './lane.ts'
import type { RunDeps } from './run-claimed-job.ts'

/** Runs the jobs that are planned in the store. */
export type Worker = {
  /** A job was planned: check at once. */
  wake(): void
  /** Takes nothing new, waits a few seconds for what runs, gives back the rest. Loses nothing, does nothing twice. */
  stop(): Promise<void>
}

export type WorkerOptions = Pick<
  JobDeps,
  'files' | 'blobs' | 'external' | 'makePreview' | 'histories' | 'runner' | 'mostMediaBytes' | 'fetchesStickers'
> & {
  store: Store
  connectors: ReadonlyMap<string, Connector>
  clock: Clock
  log: RunDeps['log']
  noteJob?: RunDeps['noteJob']
  /** While this is false, no jobs are claimed. */
  mayClaim?: () => boolean
  /** Changes while the service runs. */
  model?: () => JobDeps['model'] | undefined
  /** From 0 to 1. */
  random?: () => number
  lanes?: LanePlan[]
  graceMs?: number
}

/** `looking`: a running check; `isAsked`: whether to check once more. */
type Watched = { lane: Lane; looking: Promise<void> | undefined; isAsked: boolean }

const lookEveryMs = 1_000
const lookForOthersEveryMs = 250
/**
 * On a server, every check is a round trip, and under load each delivery and each finished job asks for one. Any node can run any job,
 * so several nodes together look as often as one would. The first request after a pause is served at once, so a node with half of the
 * load looks more than half as often, and gets longer pauses.
 */
const lookOnServerEveryMs = { alone: 20, eachOfSeveral: 30 }
const longestLookMs = 100
const longestPauseMs = 30_000
/** Stopping takes at most ten seconds in total, and the HTTP server may need six of them. */
const standardGraceMs = 1_500

export function startWorker(options: WorkerOptions): Worker {
  const { store, clock, log, graceMs = standardGraceMs } = options
  const deps: RunDeps = {
    store,
    clock,
    log,
    connectors: options.connectors,
    files: options.files,
    blobs: options.blobs,
    external: options.external,
    makePreview: options.makePreview,
    histories: options.histories,
    runner: options.runner,
    get model() {
      return options.model?.() ?? null
    },
    pushBudget: createPushBudget(clock),
    get mostMediaBytes() {
      return options.mostMediaBytes
    },
    fetchesStickers: options.fetchesStickers,
    random: options.random ?? Math.random,
    noteJob: options.noteJob ?? (() => {}),
  }
  const plans = options.lanes ?? (store.nodes ? lanesOfNodes : standardLanes)
  const claim = createClaims(deps)
  const lanes = plans.map(
    (plan): Watched => ({
      lane: openLane(deps, plan, { findDueKinds, onFree: () => wake(), claim }),
      looking: undefined,
      isAsked: false,
    }),
  )
  const { nodes } = store
  const restMs = () => {
    const count = nodes?.count() ?? 1
    return count === 1 ? lookOnServerEveryMs.alone : Math.min(lookOnServerEveryMs.eachOfSeveral * count, longestLookMs)
  }
  const looks = nodes && throttle(restMs, async () => wakeLanes())
  const wake = looks?.ask ?? wakeLanes
  const timer = setInterval(wake, lookEveryMs)
  // Other nodes plan jobs, too, and may be busy.
  const ofOthers = throttle(lookForOthersEveryMs, async () => wake())
  const unwatch = store.nodes && store.onCommit(ofOthers.ask)
  let pauseTimer: NodeJS.Timeout | undefined
  let isStopping = false
  let failures = 0

  let shared: Promise<ReadonlySet<JobKind>> | undefined

  /** A wake-up asks for every lane at the same moment, and one query serves all of them. */
  function findDueKinds(): Promise<ReadonlySet<JobKind>> {
    shared ??= Promise.resolve().then(async () => {
      shared = undefined
      return new Set(await store.listDueKinds(clock()))
    })
    return shared
  }

  function wakeLanes(): void {
    for (const one of lanes) lookInto(one)
  }

  function lookInto(one: Watched): void {
    if (isStopping || pauseTimer || options.mayClaim?.() === false) return
    one.isAsked = true
    one.looking ??= look(one).finally(() => {
      one.looking = undefined
      // Requested between the last check and here.
      if (one.isAsked) lookInto(one)
    })
  }

  async function look(one: Watched): Promise<void> {
    try {
      while (one.isAsked && !isStopping && !pauseTimer) {
        one.isAsked = false
        await one.lane.take()
        if (failures > 0 && !pauseTimer) {
          log.info('the store is available again; resuming jobs')
          failures = 0
        }
      }
    } catch (err) {
      // All lanes fail together, and pause together.
      if (pauseTimer || isStopping) return
      if (failures === 0) log.warn({ err }, 'the store is not available; jobs wait until it is')
      pauseTimer = setTimeout(resume, Math.min(longestPauseMs, lookEveryMs * 2 ** failures))
      failures++
    }
  }

  function resume(): void {
    pauseTimer = undefined
    wake()
  }

  wake()
  return {
    wake,
    async stop() {
      isStopping = true
      for (const { lane } of lanes) lane.noteStopping()
      clearInterval(timer)
      unwatch?.()
      ofOthers.stop()
      looks?.stop()
      clearTimeout(pauseTimer)
      await Promise.all(lanes.flatMap(({ looking }) => looking ?? []))
      await Promise.all(lanes.map(({ lane }) => lane.stop(graceMs)))
    },
  }
}
