import { createInterface } from 'node:readline/promises'
import { Command } from 'commander'
import { erasePerson } from '../../actions/storage/housekeeping/erase-person.ts'
import { UsageProblem } from '../../config/config.ts'
import type { Erased } from '../../domain/storage/erasure.ts'
import { type CliDeps, configOf, type DataOption, withDataOption, withStore } from '../cli-deps.ts'
import { formatBytes, formatCount } from '../text-format.ts'

type Options = DataOption & { user: string; channel?: string; yes?: boolean; json?: boolean }

export function eraseCommand(deps: CliDeps): Command {
  return withDataOption(new Command('erase'))
    .summary("Erase a person's data.")
    .description(
      'Erase a person: their messages with previous versions, photos and files, their name, picture, roles and keys. Other ' +
        "people's messages stay, but quotes of erased messages lose their content. This cannot be undone. If you restore an " +
        'older snapshot later, the erasure is repeated.',
    )
    .requiredOption('--user <id>', 'ID of the person to erase (required)')
    .option('--channel <id>', 'erase only their data in this channel')
    .option('--yes', 'do not ask for confirmation (only asked on a terminal)')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper erase --user U1a2b3c4d --channel C0d1e2f3a4b5\n')
    .action(async (options: Options) => {
      const { user: userId, channel: channelId = null } = options
      await confirm(options)
      const unreachable: string[] = []
      const erased = await withStore(deps, options, async (store, config) => {
        const log = {
          info() {},
          warn: (about: object) => void ('backup' in about && unreachable.push(String(about.backup))),
        }
        const ledger = deps.openLedger(config)
        return await erasePerson({ store, ledger, connectors: new Map(), clock: Date.now, log }, { userId, channelId })
      })
      const cleared = await deps.purgeDeleted(configOf(deps, options))
      if (options.json) console.log(JSON.stringify({ userId, channelId, erased, cleared, unreachable }))
      else console.log(formatReceipt(options, erased, cleared, unreachable))
    })
}

async function confirm({ user, channel, yes }: Options): Promise<void> {
  if (yes || !process.stdin.isTTY) return
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const where = channel === undefined ? 'everywhere' : `in ${channel}`
  const answer = await terminal.question(`Erase all data of ${user} ${where}? This cannot be undone. Type yes: `)
  terminal.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new UsageProblem('Nothing was erased.')
}

function formatReceipt(
  { user, channel }: Options,
  erased: Erased,
  cleared: 'cleared' | 'left to the service',
  unreachable: string[],
): string {
  const lines = [
    `Erased data of ${user}${channel === undefined ? '' : ` in ${channel}`}:`,
    `  ${formatCount(erased.messages, 'message')}, ${formatCount(erased.versions, 'previous version')}`,
    `  ${formatCount(erased.mediaFiles, 'media file')}, ${formatBytes(erased.mediaBytes)}`,
    `  their name in ${formatCount(erased.members, 'channel')}`,
  ]
  if (cleared === 'left to the service') {
    lines.push(
      '',
      'A service is running on this folder. When it stops, it also overwrites unused pages of the database file.',
    )
  }
  for (const backup of unreachable) {
    lines.push(
      '',
      `The snapshot ${backup} was not found. If you ever restore it, add --erasures and the path of this data folder.`,
    )
  }
  return lines.join('\n')
}
