import { randomUUID } from 'node:crypto'
import type { JobKind } from '../domain/job.ts'
import { type CarryDeps, carryOut, finish, type Held } from './carry-out.ts'

/**
 * Kinds of jobs that share hands, apart from others: a hundred slow downloads must not keep a reply waiting, whose right
 * lasts a minute.
 */
export type LanePlan = {
  kinds: readonly JobKind[]
  hands: number
  /** How long jobs of a process that died stay away. */
  leaseMs: number
  /** How long a job may take; well below the lease, so that no job runs twice at once. */
  limitMs: number
}

export const standardLanes: LanePlan[] = [
  // A short lease: after a crash there is time to send before the right ends.
  { kinds: ['send-reply', 'push-message', 'leave-channel'], hands: 8, leaseMs: 20_000, limitMs: 15_000 },
  { kinds: ['find-answer', 'greet-newcomers'], hands: 4, leaseMs: 20_000, limitMs: 15_000 },
  { kinds: ['ask-model'], hands: 4, leaseMs: 60_000, limitMs: 50_000 },
  { kinds: ['refresh-channel', 'refresh-member', 'refresh-roster'], hands: 4, leaseMs: 60_000, limitMs: 50_000 },
  // Time for 300 MiB at half a MiB a second.
  { kinds: ['fetch-media'], hands: 4, leaseMs: 620_000, limitMs: 600_000 },
  // Work for the processor, of which requests need the rest.
  { kinds: ['make-preview'], hands: 1, leaseMs: 60_000, limitMs: 50_000 },
]

export type Lane = {
  /** Claims as many as there are hands free, and begins them. */
  take(): Promise<void>
  /** From now on, what a claim under way brings is given back. */
  noteStopping(): void
  /** Waits for what runs; after `graceMs` it is left to itself, and due again at once. */
  stop(graceMs: number): Promise<void>
}

export function openLane(deps: CarryDeps, plan: LanePlan, onFree: () => void): Lane {
  const running = new Set<Promise<void>>()
  const cut = new AbortController()
  let isStopping = false

  function begin(held: Held): void {
    const work = carryOut(deps, plan.limitMs, held, cut.signal).finally(() => {
      running.delete(work)
      onFree()
    })
    running.add(work)
  }

  return {
    async take() {
      const limit = plan.hands - running.size
      if (limit <= 0) return
      const { kinds, leaseMs } = plan
      const at = deps.clock()
      // A look is cheap; a claim is a write, and lanes are woken for each other's work.
      if (!(await deps.store.hasDueJobs(at, kinds))) return
      // One of its own for every claim: what comes back to the same process after its lease is told apart, too.
      const lease = randomUUID()
      const claimed = await deps.store.write<'claim-jobs'>({ kind: 'claim-jobs', at, lease, leaseMs, limit, kinds })
      const all = claimed.map((one) => ({ claimed: one, lease }))
      if (!isStopping) all.forEach(begin)
      else await Promise.all(all.map((held) => finish(deps, held, { kind: 'give-back', runAt: at }, cut.signal)))
    },
    noteStopping() {
      isStopping = true
    },
    async stop(graceMs) {
      const timer = setTimeout(() => cut.abort(), graceMs)
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
}
