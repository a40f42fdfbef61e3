import type { Config } from '../../config/config.ts'
import { PlatformRefusal } from '../../domain/platforms/platform-errors.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Connector } from '../../ports/connector.ts'
import type { BuriedJob, LedgerState } from '../../ports/store.ts'
import type { CliDeps, Inside } from '../cli-deps.ts'
import type { Finding } from './external-checks.ts'

const longestWaitMs = 5000
const mostShown = 5

/** The platforms that the settings name, asked who we are. */
export async function examinePlatforms(deps: CliDeps, config: Config): Promise<Finding[]> {
  const connectors = await deps.createConnectors(config)
  if (connectors.length === 0) {
    const words = 'Not connected. docs/self-hosting.md says how, step by step; LINE_CHANNEL_SECRET comes first.'
    return [{ name: 'LINE', state: 'ok', words }]
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
    const said = error instanceof Error ? error.message : String(error)
    if (error instanceof PlatformRefusal) {
      const words = `LINE refuses us: ${said}. Compare LINE_CHANNEL_ACCESS_TOKEN, or LINE_CHANNEL_ID and LINE_CHANNEL_SECRET, with the LINE console.`
      return { name, state: 'wrong', words }
    }
    const words = `${lineApiBaseUrl} does not answer: ${said}. Messages still come in; names, pictures, media and answers wait until it does.`
    return { name, state: 'care', words }
  }
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came within ${ms / 1000} seconds`)), ms)
  })
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

const redelivery: Finding = {
  name: 'redelivery',
  state: 'care',
  words:
    'Cannot be seen from here: make sure that "Webhook redelivery" is on in the LINE console. LINE keeps no history and ' +
    'delivers once, so what arrives while this service is down is lost without it.',
}

function claiming({ claim }: Config): Finding {
  const words = {
    first: 'Whoever first writes /claim in a group without an owner owns it (INNKEEPER_CLAIM=first).',
    code: 'Whoever writes /claim with a code from ./innkeeper channels claim-code owns a group (INNKEEPER_CLAIM=code).',
    off: 'Nobody can claim a group in the chat (INNKEEPER_CLAIM=off); name owners with ./innkeeper channels set-owner.',
  }[claim]
  return { name: 'claiming', state: 'ok', words }
}

/** What lies in the store and should not. */
export function examineBacklog(inside: Inside | undefined): Finding[] {
  if (!inside) return []
  const { backlog, buried, unread, ledger } = inside
  return [
    backlog.unreadEvents === 0
      ? { name: 'events', state: 'ok', words: 'Every event was understood.' }
      : {
          name: 'events',
          state: 'care',
          words: `${count(backlog.unreadEvents, 'event was', 'events were')} not understood and kept untouched. ${tellReasons(unread)}`,
        },
    backlog.buriedJobs === 0
      ? {
          name: 'jobs',
          state: 'ok',
          words: `${count(backlog.waitingJobs, 'job waits', 'jobs wait')}, none was given up.`,
        }
      : {
          name: 'jobs',
          state: 'care',
          words: `${count(backlog.buriedJobs, 'job was', 'jobs were')} given up, the newest: ${buried.slice(0, mostShown).map(tellJob).join('; ')}.`,
        },
    ...examineLedger(ledger),
  ]
}

/** Nothing is said where all is well. */
function examineLedger({ waiting }: LedgerState): Finding[] {
  if (waiting === 0) return []
  const words =
    `${count(waiting, 'removal is', 'removals are')} not in the ledger yet. A running service writes them within seconds; where none ` +
    'runs, start it once before you restore an older backup, or they would be undone.'
  return [{ name: 'ledger', state: 'care', words }]
}

function tellReasons(unread: { reason: string }[]): string {
  const reasons = Object.entries(Object.groupBy(unread, ({ reason }) => reason))
    .map(([reason, list = []]) => ({ reason, times: list.length }))
    .sort((one, other) => other.times - one.times)
  return `Of the newest: ${reasons
    .slice(0, mostShown)
    .map(({ reason, times }) => `${times} × ${reason}`)
    .join('; ')}.`
}

function tellJob({ kind, channelId, buriedAt, reason }: BuriedJob): string {
  return `${kind} in ${channelId} at ${toTimestamp(buriedAt)}: ${reason}`
}

function count(value: number, one: string, many: string): string {
  return `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`
}
