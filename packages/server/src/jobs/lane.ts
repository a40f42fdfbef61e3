import type { JobKind } from '../domain/jobs/job.ts'
import type { LaneClaim } from '../ports/commands/jobs.ts'
import { finish, type Held, type RunDeps, runClaimedJob } from './run-claimed-job.ts'

/**
 * Kinds of jobs that share slots, separate from others: a hundred slow downloads must not delay a reply, whose token is valid
 * for a minute.
 */
export type LanePlan = {
  kinds: readonly JobKind[]
  hands: number
  /** How long jobs of a process that died stay claimed. */
  leaseMs: number
  /** How often the leases of jobs that run are extended; absent: a lease is long enough for every job. */
  extendEveryMs?: number
  /** The shortest time between two claims, for work that is never urgent but can be a lot; absent: none. */
  claimEveryMs?: number
  /** How long a job may take; well below a lease that isn't extended, so that no job runs twice at once. */
  limitMs: number
}

/** The queue may be locked by others who are adding to it at this moment: then it is checked again soon. */
const soonMs = 20
const latestMs = 1_000

/** How long a node that died may keep any job from the others. */
const longestLeaseMs = 90_000

export const standardLanes: LanePlan[] = [
  // A short lease: after a crash there is time to send before the reply token expires.
  { kinds: ['send-reply', 'push-message', 'leave-channel'], hands: 8, leaseMs: 20_000, limitMs: 15_000 },
  // More than slow messages can take (see `rule-runner.ts`). The rest are for messages that are matched in a moment.
  { kinds: ['find-answer', 'greet-newcomers'], hands: 16, leaseMs: 20_000, limitMs: 15_000 },
  { kinds: ['ask-model'], hands: 4, leaseMs: 60_000, limitMs: 50_000 },
  // At most 20 a second: looking up a thousand new members must not slow down messages.
  {
    kinds: ['refresh-channel', 'refresh-member', 'refresh-roster', 'refresh-admins'],
    hands: 4,
    leaseMs: 60_000,
    claimEveryMs: 200,
    limitMs: 50_000,
  },
  // Separate, because people can't read until it is done; few, because platforms limit calls.
  { kinds: ['check-members'], hands: 2, leaseMs: 60_000, limitMs: 50_000 },
  // Time for 300 MiB at half a MiB a second.
  { kinds: ['fetch-media'], hands: 4, leaseMs: 620_000, limitMs: 600_000 },
  // CPU-bound work; requests need the rest.
  { kinds: ['make-preview'], hands: 1, leaseMs: 60_000, limitMs: 50_000 },
  // One file at a time. It may be large, so its lease is extended while it's read.
  {
    kinds: ['read-import', 'write-import', 'undo-import'],
    hands: 1,
    leaseMs: 60_000,
    extendEveryMs: 20_000,
    limitMs: 3_600_000,
  },
  // Nothing waits for them, and a group can send hundreds at once. One by one, so that a sticker that is sent twice in a row is
  // fetched once.
  { kinds: ['fetch-sticker'], hands: 1, leaseMs: 60_000, claimEveryMs: 200, limitMs: 50_000 },
]

/**
 * If several nodes share the store, none knows that another died: its jobs come back when their leases have expired. So leases
 * of long jobs are short, and extended by live nodes.
 */
export const lanesOfNodes: LanePlan[] = standardLanes.map((lane) =>
  lane.leaseMs <= longestLeaseMs ? lane : { ...lane, leaseMs: longestLeaseMs, extendEveryMs: longestLeaseMs / 3 },
)

export type Lane = {
  /** Claims as many as there are free slots, and starts them. */
  take(): Promise<void>
  /** From now on, jobs from a claim in progress are given back. */
  noteStopping(): void
  /** Waits for running jobs; after `graceMs` they are abandoned, and due again at once. */
  stop(graceMs: number): Promise<void>
}

export type LaneOptions = {
  /** Which kinds have a due job. Lanes that ask at the same time share one query. */
  findDueKinds(): Promise<ReadonlySet<JobKind>>
  /** Called when there may be something to take. */
  onFree(): void
  /** Lanes that claim at the same time share one command. */
  claim(wanted: LaneClaim): Promise<Held[]>
}

export function openLane(deps: RunDeps, plan: LanePlan, { findDueKinds, onFree, claim }: LaneOptions): Lane {
  const running = new Set<Promise<void>>()
  const inHand = new Set<Held>()
  const cut = new AbortController()
  let isStopping = false
  let emptyClaims = 0
  let claimedAt = Number.NEGATIVE_INFINITY
  let again: NodeJS.Timeout | undefined
  const timer = plan.extendEveryMs === undefined ? undefined : setInterval(extend, plan.extendEveryMs).unref()

  function begin(held: Held): void {
    inHand.add(held)
    const work = runClaimedJob(deps, plan.limitMs, held, cut.signal).finally(() => {
      running.delete(work)
      inHand.delete(held)
      onFree()
    })
    running.add(work)
  }

  /** A lease is three times as long as the time between two extensions: a short outage of the store costs nothing. */
  function extend(): void {
    if (inHand.size === 0) return
    const held = [...inHand].map(({ claimed, lease }) => ({ jobId: claimed.jobId, lease }))
    const command = { kind: 'extend-leases', at: deps.clock(), leaseMs: plan.leaseMs, held } as const
    deps.store
      .write<'extend-leases'>(command)
      .catch((err: unknown) => deps.log.warn({ err }, 'failed to extend job leases; will retry'))
  }

  function lookAgain(inMs: number): void {
    clearTimeout(again)
    if (!isStopping) again = setTimeout(onFree, inMs).unref()
  }

  return {
    async take() {
      const limit = plan.hands - running.size
      if (limit <= 0) return
      const { kinds, leaseMs, claimEveryMs = 0 } = plan
      const tooEarlyMs = claimedAt + claimEveryMs - performance.now()
      if (tooEarlyMs > 0) return lookAgain(tooEarlyMs)
      // A check is cheap, but a claim is a write, and lanes are woken for each other's work.
      const due = await findDueKinds()
      if (!kinds.some((kind) => due.has(kind))) return
      const at = deps.clock()
      claimedAt = performance.now()
      const all = await claim({ kinds, leaseMs, limit })
      emptyClaims = all.length > 0 ? 0 : emptyClaims + 1
      if (emptyClaims > 0) lookAgain(Math.min(soonMs * 2 ** (emptyClaims - 1), latestMs))
      if (!isStopping) all.forEach(begin)
      else await Promise.all(all.map((held) => finish(deps, held, { kind: 'give-back', runAt: at }, cut.signal)))
    },
    noteStopping() {
      isStopping = true
      clearTimeout(again)
    },
    async stop(graceMs) {
      const late = setTimeout(() => cut.abort(), graceMs)
      await Promise.all(running)
      clearTimeout(late)
      clearInterval(timer)
    },
  }
}
