import { Command } from 'commander'
import { issueClaimCode } from '../../actions/storage/operator.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import { type CliDeps, type DataOption, withDataOption, withStore } from '../cli-deps.ts'
import { formatTable } from '../text-format.ts'
import { readExpiry } from './expiry.ts'

export function channelsCommand(deps: CliDeps): Command {
  const channels = new Command('channels')
    .description('List channels, set their owners, and create codes to claim them.')
    .addHelpText('after', '\nExample:\n  ./innkeeper channels list\n')

  withDataOption(channels.command('list'))
    .summary('List all channels.')
    .description(
      'List all channels, most recently activated first. Messages from members are what is saved now. Together, the channels ' +
        "have as many as a snapshot counts. The console's usage also counts messages that were unsent or deleted later.",
    )
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper channels list --json\n')
    .action((options: DataOption & { json?: boolean }) => listChannels(deps, options))

  withDataOption(channels.command('set-owner <channelId> <userId>'))
    .description('Make an active member the owner. The previous owner becomes an admin.')
    .addHelpText('after', '\nExample:\n  ./innkeeper channels set-owner C0d1e2f3a4b5 U1a2b3c4d\n')
    .action(async (channelId: string, userId: string, options: DataOption) => {
      const by = { kind: 'operator' } as const
      await withStore(deps, options, (store) =>
        store.write<'hand-over-owner'>({ kind: 'hand-over-owner', by, at: Date.now(), channelId, userId }),
      )
      console.log(`${userId} is now the owner of ${channelId}.`)
    })

  withDataOption(channels.command('claim-code [channelId]'))
    .summary('Create a code that makes someone the owner of a group.')
    .description(
      'Create a code that makes someone the owner of a group without an owner. They send /claim and the code in the chat. It ' +
        'can be used once, in the given channel, or in any group if you give none.',
    )
    .option('--expires <when>', 'when it expires: days such as 7d, or a time such as 2027-01-01T00:00:00Z', '1d')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper channels claim-code C0d1e2f3a4b5 --expires 7d\n')
    .action((channelId: string | undefined, options: ClaimOptions) => makeClaimCode(deps, channelId, options))
  return channels
}

type ClaimOptions = DataOption & { expires: string; json?: boolean }

async function makeClaimCode(deps: CliDeps, channelId: string | undefined, options: ClaimOptions): Promise<void> {
  const expiresAt = readExpiry(options.expires, Date.now())
  const { code, claim } = await withStore(deps, options, async (store, config) => ({
    code: await issueClaimCode({ store, clock: Date.now }, { channelId: channelId ?? null, expiresAt }),
    claim: config.claim,
  }))
  if (options.json) {
    console.log(JSON.stringify({ code, channelId: channelId ?? null, expiresAt: toTimestamp(expiresAt) }))
    return
  }
  const where = channelId === undefined ? 'any group without an owner' : channelId
  console.log(
    `You can use this code once, in ${where}, until ${toTimestamp(expiresAt)}. Send this in the chat:\n\n  /claim ${code}\n`,
  )
  if (claim === 'off') console.log('INNKEEPER_CLAIM is off, so the service accepts no codes. Set it to code or first.')
}

/** For the table. JSON has the same names as the API. */
const typeNames = { group: 'group', room: 'room', user: 'private chat' }

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
    const heading = ['ID', 'NAME', 'TYPE', 'STATUS', 'OWNER', 'MESSAGES FROM MEMBERS', 'ACTIVE SINCE']
    console.log(
      formatTable(
        heading,
        rows.map(({ type, ...row }) =>
          [row.channelId, row.name, typeNames[type], row.status, row.ownerId ?? '–', row.messages, row.enabledAt].map(
            String,
          ),
        ),
      ),
    )
  }
}
