import type { Config } from '../../config/config.ts'
import { PlatformRefusal } from '../../domain/platforms/platform-errors.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Connector } from '../../ports/connector.ts'
import type { BuriedJob, LedgerState } from '../../ports/records.ts'
import type { CliDeps, Inside } from '../cli-deps.ts'
import type { Finding } from './external-checks.ts'

const longestWaitMs = 5000
const mostShown = 5

/** Asks each configured platform which account we are. */
export async function examinePlatforms(
  deps: CliDeps,
  config: Config,
  { isDemo }: { isDemo: boolean },
): Promise<Finding[]> {
  const connectors = await deps.createConnectors(config)
  if (connectors.length === 0) {
    const how = 'follow "Connecting LINE" in docs/self-hosting.md.'
    return [
      isDemo
        ? {
            name: 'LINE',
            state: 'ok',
            words: `The demo is connected to a simulated LINE. To connect the real one, ${how}`,
          }
        : { name: 'LINE', state: 'off', words: `Not connected, so no messages arrive. To connect it, ${how}` },
    ]
  }
  const findings = await Promise.all(connectors.map((connector) => examineAccount(connector, config)))
  return [...findings, redelivery, claiming(config)]
}

async function examineAccount(connector: Connector, { lineApiBaseUrl }: Config): Promise<Finding> {
  const name = 'LINE'
  try {
    const { displayName, accountId } = await within(longestWaitMs, connector.getAccount())
    return { name, state: 'ok', words: `Connected as ${displayName} (${accountId}).` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof PlatformRefusal) {
      const words =
        `${lineApiBaseUrl} rejects our credentials: ${reason}. Compare LINE_CHANNEL_ACCESS_TOKEN, or LINE_CHANNEL_ID and ` +
        'LINE_CHANNEL_SECRET, with the LINE Developers Console.'
      return { name, state: 'wrong', words }
    }
    const words =
      `${lineApiBaseUrl} does not respond: ${reason}. Messages still arrive, but names, pictures, media and replies wait ` +
      'until it does.'
    return { name, state: 'care', words }
  }
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${ms / 1000} seconds`)), ms)
  })
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

const redelivery: Finding = {
  name: 'redelivery',
  state: 'care',
  words:
    'Cannot be checked from here. Make sure that "Webhook redelivery" is on in the LINE Developers Console. Without it, ' +
    'LINE delivers each event once and keeps no history, so messages sent while this service is down are lost.',
}

function claiming({ claim }: Config): Finding {
  const words = {
    platform:
      'Where the platform says who owns a group, they own it here. Elsewhere, the first person who sends /claim does ' +
      '(INNKEEPER_CLAIM=platform).',
    first: 'The first person who sends /claim in a group without an owner becomes its owner (INNKEEPER_CLAIM=first).',
    code: 'A person who sends /claim with a code from ./innkeeper channels claim-code becomes the owner (INNKEEPER_CLAIM=code).',
    off: 'Groups cannot be claimed in the chat (INNKEEPER_CLAIM=off). Set owners with ./innkeeper channels set-owner.',
  }[claim]
  return { name: 'claiming', state: 'ok', words }
}

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
    `${count(waiting, 'removal is', 'removals are')} not in the ledger yet. A running service writes them within seconds. If none ` +
    'is running, start it once before you restore an older snapshot, or they would be undone.'
  return [{ name: 'ledger', state: 'care', words }]
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
