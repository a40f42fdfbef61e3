import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { UsageProblem } from '../../config/config.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import { type CliDeps, type DataOption, withDataOption, withStore } from '../cli-deps.ts'

export function ledgerCommand(deps: CliDeps): Command {
  const ledger = new Command('ledger')
    .description('Add what a platform knows about missing messages.')
    .addHelpText('after', '\nExample:\n  ./innkeeper ledger report webhook-errors.tsv\n')

  withDataOption(ledger.command('report <file>'))
    .summary("Add LINE's list of webhook errors.")
    .description(
      'Add the webhook errors that LINE recorded, so that days with failed deliveries are marked. Download the file in LINE ' +
        'Developers: your channel, Messaging API, Webhook errors, Download TSV. LINE records errors only while "Error statistics ' +
        'aggregation" is on. Adding the same file again changes nothing.',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper ledger report webhook-errors.tsv --data ./data\n')
    .action((file: string, options: DataOption & { json?: boolean }) => report(deps, file, options))
  return ledger
}

/** A list of a year has some thousand lines. This is enough for a million. */
const mostBytes = 128 * 1024 * 1024
/** Rows in one command, so that a service that is running goes on receiving. */
const rowsAtOnce = 1_000

async function report(deps: CliDeps, file: string, options: DataOption & { json?: boolean }): Promise<void> {
  const bytes = await readFile(file).catch(() => undefined)
  if (!bytes) throw new UsageProblem(`${file} can't be read. Give the path of the downloaded file.`)
  if (bytes.length > mostBytes)
    throw new UsageProblem(`${file} is larger than 128 MiB, so it isn't a list of webhook errors.`)
  const { platform, rows, unread } = await deps.readFailedDeliveries(bytes.toString('utf8'))
  const added = await withStore(deps, options, async (store) => {
    let sum = 0
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const slice = rows.slice(from, from + rowsAtOnce)
      sum += await store.write<'note-reported'>({ kind: 'note-reported', platform, rows: slice })
    }
    return sum
  })
  if (options.json) {
    console.log(JSON.stringify({ rows: rows.length, added, unread }))
    return
  }
  const first = rows.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY)
  const since = rows.length === 0 ? '' : `, the first at ${toTimestamp(first)}`
  console.log(
    `${rows.length} failed ${rows.length === 1 ? 'delivery' : 'deliveries'} in the file${since}. Added: ${added}.`,
  )
  if (unread.length > 0) console.log(`These lines could not be read: ${unread.slice(0, 20).join(', ')}.`)
}
