import { createHash } from 'node:crypto'
import type { AlertFailure, AlertWay } from '@innkeeper/contract'
import type { Finding } from '@innkeeper/contract/findings'

/** `name`: the same for as long as it is the same problem. `seenAt`: when it was last found. `overAt`: the same, if it is over. */
export type Alert = { name: string; finding: Finding; beganAt: number; seenAt: number; overAt: number | null }

/** What was last told about a problem, and when. `beganAt`: which time it occurred. */
export type Telling = { name: string; beganAt: number; told: 'began' | 'over'; at: number }

/** Something to tell about a problem. `still`: a reminder. `id`: the same for each attempt to tell it. */
export type AlertEvent = { kind: 'began' | 'still' | 'over'; alert: Alert; id: string }

/** `detail`: what the other side said. For the operator who tests it, and not for the log. */
export type AlertOutcome =
  /** `isPartial`: some of the recipients were rejected. */
  | { kind: 'sent'; isPartial: boolean }
  | { kind: 'failed'; failure: AlertFailure; detail: string; retryAfterMs?: number | undefined }

export type AlertPace = { nextAt: number; failures: number }

const remindAfterMs = 24 * 3_600_000
const firstRetryMs = 30_000
const longestRetryMs = 3_600_000

/** What to tell, the oldest first. Each problem is told when it begins, once a day while it lasts, and when it is over. */
export function decideEvents(
  way: AlertWay,
  alerts: readonly Alert[],
  tellings: readonly Telling[],
  now: number,
): AlertEvent[] {
  const known = new Map(tellings.map((one) => [one.name, one]))
  return alerts.flatMap((alert) => {
    const telling = known.get(alert.name)
    const kind = isAbout(way, alert) ? undefined : decideKind(alert, telling, now)
    return kind === undefined ? [] : [{ kind, alert, id: idOf(kind, alert, telling) }]
  })
}

/** That a way doesn't work can only be told the other way. When it works again, it is over. */
function isAbout(way: AlertWay, { finding }: Alert): boolean {
  return finding.kind === 'alerts-failing' && finding.way === way
}

function decideKind(
  { beganAt, overAt }: Alert,
  telling: Telling | undefined,
  now: number,
): AlertEvent['kind'] | undefined {
  const isTold = telling?.told === 'began'
  if (overAt !== null) return isTold ? 'over' : undefined
  if (!isTold || telling.beganAt < beganAt) return 'began'
  return now - telling.at >= remindAfterMs ? 'still' : undefined
}

function idOf(kind: AlertEvent['kind'], { name, beganAt }: Alert, telling: Telling | undefined): string {
  const words = JSON.stringify([kind, name, beganAt, telling?.at ?? 0])
  return `alert_${createHash('sha256').update(words).digest('hex').slice(0, 32)}`
}

/** When to try again. It never gives up: the settings may be right, and the other side down for days. */
export function paceAlerts(outcome: AlertOutcome, { failures, at }: { failures: number; at: number }): AlertPace {
  if (outcome.kind === 'sent') return { nextAt: at, failures: 0 }
  // Standard Webhooks: stop at once. Once a day shows whether that has changed.
  if (outcome.failure === 'gone') return { nextAt: at + remindAfterMs, failures: failures + 1 }
  const ownMs = Math.min(firstRetryMs * 2 ** Math.min(failures, 10), longestRetryMs)
  return { nextAt: at + Math.max(ownMs, Math.min(outcome.retryAfterMs ?? 0, longestRetryMs)), failures: failures + 1 }
}
