import { Command } from 'commander'
import { deleteExpired } from '../../actions/storage/housekeeping/delete-expired.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { ExpiredRecord } from '../../ports/records.ts'
import { type CliDeps, configOf, type DataOption, withDataOption, withStore } from '../cli-deps.ts'
import { formatBytes, formatCount, formatTable } from '../text-format.ts'

type Options = DataOption & { dryRun?: boolean; json?: boolean }
type Sum = { messages: number; mediaFiles: number; mediaBytes: number }

export function retentionCommand(deps: CliDeps): Command {
  return withDataOption(new Command('retention'))
    .summary('Delete expired messages and files.')
    .description(
      "Delete expired messages and files, based on each channel's retention setting and INNKEEPER_RETENTION_DAYS. The service " +
        'does this by itself every minute.',
    )
    .option('--dry-run', 'only show what would be deleted')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper retention --dry-run\n')
    .action(async (options: Options) => {
      const { listed, sum } = await withStore(deps, options, async (store, config) => {
        const at = Date.now()
        const expired = await store.listExpired(at, config.retentionCeilingDays)
        if (options.dryRun) return { listed: expired, sum: sumOf(expired) }
        return { listed: expired, sum: await deleteExpired({ store, clock: () => at, ...config }) }
      })
      if (!options.dryRun) await deps.purgeDeleted(configOf(deps, options))
      console.log(options.json ? formatJson(listed, sum, options) : formatText(listed, sum, options))
    })
}

function sumOf(expired: ExpiredRecord[]): Sum {
  const sum = { messages: 0, mediaFiles: 0, mediaBytes: 0 }
  for (const { messages, mediaFiles, mediaBytes } of expired) {
    sum.messages += messages
    sum.mediaFiles += mediaFiles
    sum.mediaBytes += mediaBytes
  }
  return sum
}

function formatJson(expired: ExpiredRecord[], { messages, mediaFiles, mediaBytes }: Sum, { dryRun }: Options): string {
  const channels = expired.map(({ before, ...channel }) => ({ ...channel, before: toTimestamp(before) }))
  return JSON.stringify({ dryRun: dryRun ?? false, messages, mediaFiles, mediaBytes, channels })
}

function formatText(expired: ExpiredRecord[], { messages, mediaFiles, mediaBytes }: Sum, { dryRun }: Options): string {
  if (messages === 0) return 'Nothing has expired.'
  const rows = expired.map((one) => [
    one.channelId,
    one.name,
    String(one.keptDays),
    toTimestamp(one.before),
    formatCount(one.messages, 'message'),
    formatCount(one.mediaFiles, 'file'),
    formatBytes(one.mediaBytes),
  ])
  const table = formatTable(['ID', 'NAME', 'DAYS KEPT', 'SENT BEFORE', 'MESSAGES', 'FILES', 'SIZE'], rows)
  const total = `${formatCount(messages, 'message')} and ${formatCount(mediaFiles, 'file')} (${formatBytes(mediaBytes)})`
  return `${table}\n\n${dryRun ? `${total} would be deleted. Nothing was changed.` : `${total} were deleted.`}`
}
