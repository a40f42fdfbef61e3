import { Command } from 'commander'
import { toTimestamp } from '../domain/timestamp.ts'
import { type CliDeps, type DataOption, withDataOption, withStore } from './cli-deps.ts'
import { formatTable } from './table.ts'

export function channelsCommand(deps: CliDeps): Command {
  const channels = new Command('channels')
    .description('List channels and name their owners.')
    .addHelpText('after', '\nExample:\n  ./innkeeper channels list\n')

  withDataOption(channels.command('list'))
    .description('List all channels, newest activation first.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper channels list --json\n')
    .action((options: DataOption & { json?: boolean }) => listChannels(deps, options))

  withDataOption(channels.command('set-owner <channelId> <userId>'))
    .description('Make an active member the owner; the owner before becomes an admin.')
    .addHelpText('after', '\nExample:\n  ./innkeeper channels set-owner C0d1e2f3a4b5 U1a2b3c4d\n')
    .action(async (channelId: string, userId: string, options: DataOption) => {
      const by = { kind: 'operator' } as const
      await withStore(deps, options, (store) =>
        store.write<'hand-over-owner'>({ kind: 'hand-over-owner', by, at: Date.now(), channelId, userId }),
      )
      console.log(`${userId} owns ${channelId} now.`)
    })
  return channels
}

async function listChannels(deps: CliDeps, options: DataOption & { json?: boolean }): Promise<void> {
  const channels = await withStore(deps, options, (store) => store.listAllChannels())
  const rows = channels.map((channel) => ({
    channelId: channel.channelId,
    name: channel.name,
    type: channel.type,
    status: channel.status,
    ownerId: channel.ownerId,
    messages: channel.messages,
    enabledAt: toTimestamp(channel.enabledAt),
  }))
  if (options.json) console.log(JSON.stringify({ channels: rows }))
  else if (rows.length === 0) console.log('No channels yet. One appears when the bot is added to a chat.')
  else {
    const heading = ['ID', 'NAME', 'TYPE', 'STATUS', 'OWNER', 'MESSAGES', 'ENABLED']
    console.log(
      formatTable(
        heading,
        rows.map((row) => Object.values(row).map((value) => String(value ?? '–'))),
      ),
    )
  }
}
