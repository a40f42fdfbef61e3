import { longestWithoutBackupMs } from '@innkeeper/contract/findings'
import { addressInChats, type Config } from '../../config/config.ts'
import { scheduleAdvice } from '../../domain/notifications/alerts/describe-finding.ts'
import { renderSnapshotSchedule } from '../../domain/storage/snapshots/snapshot-schedule.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { CliDeps } from '../cli-deps.ts'
import type { Finding } from './external-checks.ts'

/** Whether the bot can tell people where the console is. */
export function examineAddress(config: Config, { isConnected }: { isConnected: boolean }): Finding {
  const name = 'address'
  if (config.baseUrl !== '') return { name, state: 'ok', words: config.baseUrl }
  const local = addressInChats(config)
  const how =
    'set it to the address that people open, such as https://inn.example, or enter it in the browser under Service status, Settings.'
  if (isConnected && local !== undefined) {
    const words =
      `INNKEEPER_BASE_URL is empty, so the bot's sign-in links lead to the address that the service listens on, such as ${local}, and ` +
      `work only on this machine. That's enough to practice. For real groups, ${how}`
    return { name, state: 'off', words }
  }
  const words = `INNKEEPER_BASE_URL is empty, so the bot can't send sign-in links. To change that, ${how}`
  // Before a platform is connected, there is no bot.
  return { name, state: isConnected ? 'care' : 'off', words }
}

/** Whether a failing disk would lose everything. */
export async function examineSnapshots(deps: CliDeps, config: Config): Promise<Finding> {
  const name = 'snapshots'
  const lastAt = await deps.findLastSnapshotAt(config)
  const isRecent = lastAt !== undefined && Date.now() - lastAt <= longestWithoutBackupMs
  if (isRecent) return { name, state: 'ok', words: `The last one of this data was made at ${toTimestamp(lastAt)}.` }
  const missing =
    lastAt === undefined
      ? 'There is no snapshot of this server yet.'
      : `The last snapshot was made at ${toTimestamp(lastAt)}.`
  return { name, state: 'care', words: `${missing} ${adviceFor(config)}` }
}

function adviceFor({ snapshotSchedule, snapshotFolder, snapshotBucket }: Config): string {
  const now = 'To make one now, run ./innkeeper snapshot.'
  if (snapshotSchedule) return `The schedule is ${renderSnapshotSchedule(snapshotSchedule)}. ${now}`
  if (snapshotFolder !== null || snapshotBucket !== null) {
    return `Set a schedule in the service settings, or with INNKEEPER_SNAPSHOT_SCHEDULE. ${now}`
  }
  return `${scheduleAdvice} To make a single one now, run ./innkeeper snapshot <folder>.`
}
