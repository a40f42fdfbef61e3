import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { decideFailure, isBug, isStoreAway } from '../actions/jobs/decide-failure.ts'
import type { JobDeps } from '../actions/jobs/job-call.ts'
import { giveUp, runJob } from '../actions/jobs/run-job.ts'
import type { JobKind } from '../domain/jobs/job.ts'
import { LeaseLost } from '../domain/jobs/lease-lost.ts'
import { PlatformSilence } from '../domain/platforms/platform-errors.ts'
import type { ClaimedJob, JobOutcome } from '../ports/commands/jobs.ts'
import type { Connector } from '../ports/connector.ts'
import { storeForJob } from './store-for-job.ts'

export type RunDeps = JobDeps & {
  connectors: ReadonlyMap<string, Connector>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Called when the outcome is durable. */
  noteJob(kind: JobKind, outcome: JobOutcome, ms: number): void
}

/** A job that this process has claimed. */
export type Held = { claimed: ClaimedJob; lease: string }

/**
 * Runs a job within its time limit and records the outcome. Never throws. When `cut` is aborted, a running job is abandoned and
 * due again at once: by then it is unknown whether it had an effect.
 */
export async function runClaimedJob(deps: RunDeps, limitMs: number, held: Held, cut: AbortSignal): Promise<void> {
  const begunAt = performance.now()
  const outcome = await runWithin(deps, limitMs, held, cut)
  if (outcome === 'lease-lost') noteLost(deps, held.claimed)
  else await finish(deps, held, outcome, cut, performance.now() - begunAt)
}

/** Pauses before the outcome is written again. After the last, the job is due again when its lease expires. */
const finishPausesMs = [250, 500, 1_000, 2_000]
/** While the store is unavailable, retried every second: otherwise the work would be done again, or reported as unknown. */
const mostFinishes = 120

function pauseAfter(tries: number, error: unknown): number | undefined {
  return finishPausesMs[tries] ?? (isStoreAway(error) && tries < mostFinishes ? 1_000 : undefined)
}

export async function finish(deps: RunDeps, held: Held, outcome: JobOutcome, cut: AbortSignal, ms = 0): Promise<void> {
  const { claimed, lease } = held
  const { jobId, job, channel } = claimed
  const { channelId } = channel
  const about = aboutJob(claimed)
  for (let tries = 0; ; tries++) {
    let pauseMs: number | undefined
    try {
      if (outcome.kind === 'bury') await giveUp(depsOf(deps, held), claimed, outcome.reason)
      const ended = { channelId, jobId, jobKind: job.kind, lease }
      await deps.store.write<'finish-job'>({ kind: 'finish-job', at: deps.clock(), ...ended, outcome })
      if (outcome.kind === 'bury') deps.log.warn({ ...about, reason: outcome.reason }, 'job failed permanently')
      else if (job.requestId !== undefined)
        deps.log.info({ ...about, outcome: outcome.kind, ms: Math.round(ms) }, 'job')
      deps.noteJob(job.kind, outcome, ms)
      if (outcome.kind === 'done') for (const _ of outcome.alsoDone ?? []) deps.noteJob(job.kind, outcome, 0)
      return
    } catch (err) {
      if (err instanceof LeaseLost) return noteLost(deps, claimed)
      pauseMs = pauseAfter(tries, err)
      if (pauseMs === undefined || cut.aborted) {
        deps.log.warn({ ...about, err }, 'failed to save the outcome of a job; it will run again')
        return
      }
    }
    await pause(pauseMs, undefined, { signal: cut }).catch(() => {})
  }
}

/** What the job may use. It writes only as long as the job is ours. */
function depsOf(deps: RunDeps, { claimed: { jobId }, lease }: Held): RunDeps {
  return { ...deps, store: storeForJob(deps.store, { jobId, lease }) }
}

/** The worker that holds the job now records its outcome. */
function noteLost({ log }: RunDeps, claimed: ClaimedJob): void {
  log.warn(aboutJob(claimed), 'a job took longer than its lease and was taken over; its result is discarded')
}

/** For the log. */
function aboutJob({ jobId, job: { kind, requestId }, channel: { channelId } }: ClaimedJob) {
  return { jobId, kind, channelId, ...(requestId === undefined ? {} : { requestId }) }
}

async function runWithin(
  deps: RunDeps,
  limitMs: number,
  held: Held,
  cut: AbortSignal,
): Promise<JobOutcome | 'lease-lost'> {
  const { claimed } = held
  const limit = new AbortController()
  const late = new PlatformSilence(`no result within ${limitMs / 1000} seconds`)
  const timer = setTimeout(() => limit.abort(late), limitMs)
  try {
    const signal = AbortSignal.any([limit.signal, cut])
    return await unlessAborted(signal, runJob(depsOf(deps, held), claimed, signal))
  } catch (error) {
    if (error instanceof LeaseLost) return 'lease-lost'
    const now = deps.clock()
    if (cut.aborted) return { kind: 'retry', runAt: now, reason: 'the service stopped before it was finished' }
    if (isBug(error)) deps.log.error({ err: error, ...aboutJob(claimed) }, 'a job failed')
    return decideFailure(claimed, error, { now, random: deps.random() })
  } finally {
    clearTimeout(timer)
  }
}

/** Time to clean up, for example half a file. */
const cleanUpMs = 200

/** Rejects with the signal's reason soon after it is aborted; later results of `work` are ignored. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => {
    timer = setTimeout(() => reject(signal.reason), cleanUpMs)
  }
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
