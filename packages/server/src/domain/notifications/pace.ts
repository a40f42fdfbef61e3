const minuteMs = 60_000
const hourMs = 60 * minuteMs
const firstRetryMs = 30_000
/** About a day. By then the browser has to turn notifications on again. */
const mostFailures = 30

/** What follows for a browser from an attempt to notify it: when the next one is, or that there is none. */
export type Pace = { kind: 'drop' } | { kind: 'wait'; nextAt: number; failures: number }

/** What arrives meanwhile is part of the next notification, so nothing is lost by waiting. */
export function paceAfter(
  outcome: { kind: 'sent' } | { kind: 'gone' } | { kind: 'failed'; retryAfterMs: number | undefined },
  { failures, at }: { failures: number; at: number },
): Pace {
  switch (outcome.kind) {
    case 'sent':
      return { kind: 'wait', nextAt: at + minuteMs, failures: 0 }
    case 'gone':
      return { kind: 'drop' }
    case 'failed': {
      if (failures + 1 >= mostFailures) return { kind: 'drop' }
      const ownMs = firstRetryMs * 2 ** Math.min(failures, 10)
      const waitMs = Math.min(Math.max(ownMs, outcome.retryAfterMs ?? 0), hourMs)
      return { kind: 'wait', nextAt: at + waitMs, failures: failures + 1 }
    }
  }
}
