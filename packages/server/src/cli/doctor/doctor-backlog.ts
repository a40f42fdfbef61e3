import { toTimestamp } from '../../domain/timestamp.ts'
import type { BuriedJob, LedgerState } from '../../ports/records.ts'
import type { Inside } from '../cli-deps.ts'
import type { Finding } from './external-checks.ts'

const mostShown = 5

/** Events and jobs in the store that need attention. */
export function examineBacklog(inside: Inside | undefined): Finding[] {
  if (!inside) return []
  const { backlog, buried, unread, ledger } = inside
  return [
    backlog.unreadEvents === 0
      ? { name: 'events', state: 'ok', words: 'All events could be read.' }
      : {
          name: 'events',
          state: 'care',
          words:
            `${count(backlog.unreadEvents, 'event', 'events')} could not be read. They are kept as received. ` +
            describeReasons(unread),
        },
    backlog.buriedJobs === 0
      ? {
          name: 'jobs',
          state: 'ok',
          words: `${count(backlog.waitingJobs, 'job is', 'jobs are')} waiting, and none has failed.`,
        }
      : {
          name: 'jobs',
          state: 'care',
          words:
            `${count(backlog.buriedJobs, 'job has', 'jobs have')} failed. The newest: ` +
            `${buried.slice(0, mostShown).map(describeJob).join('; ')}.`,
        },
    ...examineLedger(ledger),
  ]
}

/** No finding if everything is well. */
function examineLedger({ waiting }: LedgerState): Finding[] {
  if (waiting === 0) return []
  const words =
    `${count(waiting, 'removal is', 'removals are')} not in the removal list yet. A running service writes them within seconds. If none ` +
    'is running, start it once before you restore an older snapshot, or they would be undone.'
  return [{ name: 'removal list', state: 'care', words }]
}

function describeReasons(unread: { reason: string }[]): string {
  const reasons = Object.entries(Object.groupBy(unread, ({ reason }) => reason))
    .map(([reason, list = []]) => ({ reason, times: list.length }))
    .sort((one, other) => other.times - one.times)
  return `Most frequent reasons among the newest: ${reasons
    .slice(0, mostShown)
    .map(({ reason, times }) => `${times} × ${reason}`)
    .join('; ')}.`
}

function describeJob({ kind, channelId, buriedAt, reason }: BuriedJob): string {
  return `${kind} in ${channelId} at ${toTimestamp(buriedAt)}: ${reason}`
}

function count(value: number, one: string, many: string): string {
  return `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`
}
