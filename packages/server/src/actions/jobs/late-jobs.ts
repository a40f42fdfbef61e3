import type { JobKind } from '../../domain/jobs/job.ts'
import type { Clock } from '../../ports/clock.ts'
import type { JobOutcome } from '../../ports/commands/jobs.ts'
import type { Store } from '../../ports/store.ts'

/** Whether answers are sent in time. */
export type LateJobs = {
  /** Reads what waits. */
  look(): Promise<void>
  noteJob(kind: JobKind, outcome: JobOutcome): void
  warnings(): string[]
  figures(): LateFigures
  /** Jobs of any kind that are waiting, by the last look. */
  queues(): Queue[]
}

export type Queue = { kind: JobKind; due: number; oldestSeconds: number }

/** `expired`: answers that were not sent in time, since this process started. */
export type LateFigures = { due: number; oldestDueMs: number; expired: number }

/** People wait for these in a chat, and a reply token is valid for about a minute. */
const urgentKinds = new Set<JobKind>(['find-answer', 'send-reply', 'ask-model', 'greet-newcomers'])
const lateAfterMs = 10_000
/** Expired answers are reported this long. */
const rememberMs = 10 * 60_000

export function watchLateJobs({ store, clock }: { store: Pick<Store, 'listDueJobs'>; clock: Clock }): LateJobs {
  let queues: Queue[] = []
  let due = 0
  let oldestDueMs = 0
  let expired = 0
  let expiredAt: number[] = []
  return {
    async look() {
      const at = clock()
      expiredAt = expiredAt.filter((one) => one > at - rememberMs)
      const all = await store.listDueJobs(at)
      queues = all.map((one) => ({
        kind: one.kind,
        due: one.due,
        oldestSeconds: Math.max(0, Math.round((at - one.oldestDueAt) / 1000)),
      }))
      const urgent = all.filter(({ kind }) => urgentKinds.has(kind))
      due = urgent.reduce((sum, one) => sum + one.due, 0)
      oldestDueMs = urgent.reduce((longest, { oldestDueAt }) => Math.max(longest, at - oldestDueAt), 0)
    },
    noteJob(kind, outcome) {
      if (!urgentKinds.has(kind) || !isExpired(outcome)) return
      expired++
      expiredAt.push(clock())
    },
    warnings() {
      return [
        ...(oldestDueMs > lateAfterMs
          ? [`Answers are late: ${due} jobs are waiting, the oldest for ${Math.round(oldestDueMs / 1000)} seconds`]
          : []),
        ...(expiredAt.length > 0
          ? [
              `${expiredAt.length} answers in the last 10 minutes were too late for a reply. Use fewer slow rules, or add a node`,
            ]
          : []),
      ]
    },
    figures: () => ({ due, oldestDueMs, expired }),
    queues: () => queues,
  }
}

/** The time for a reply ran out. Some channels allow a push message instead. */
function isExpired(outcome: JobOutcome): boolean {
  if (outcome.kind === 'done') return outcome.isTooLate === true
  if (outcome.kind === 'push-instead') return true
  return outcome.kind === 'bury' && (outcome.failure === 'expired' || outcome.reason.includes('token expired'))
}
