import { mostChannelsOfKey } from '@innkeeper/contract'
import { Command } from 'commander'
import { writeLedger } from '../../actions/storage/housekeeping/write-ledger.ts'
import { issueKey, type KeyRequest } from '../../actions/storage/operator.ts'
import { UsageProblem } from '../../config/config.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import { type CliDeps, configOf, type DataOption, withDataOption, withNewStore, withStore } from '../cli-deps.ts'
import { formatTable } from '../text-format.ts'
import { readExpiry } from './expiry.ts'

type CreateOptions = DataOption & {
  user: string
  name?: string
  scope: string
  expires?: string
  operator?: boolean
  channel?: string[]
  json?: boolean
  plain?: boolean
}

export function keysCommand(deps: CliDeps): Command {
  const keys = new Command('keys')
    .description('Create, list and revoke API keys.')
    .addHelpText('after', '\nExample:\n  ./innkeeper keys create --user U1a2b3c4d --name laptop\n')

  withDataOption(keys.command('create'))
    .description(
      "Create a key for a user. The user ID can be one that hasn't appeared in any chat yet. The key is shown only once.",
    )
    .requiredOption('--user <id>', "the user's ID on the platform (required)")
    .option('--name <name>', 'name of the key')
    .option('--scope <scope>', 'full, or read for a read-only key', 'full')
    .option(
      '--expires <when>',
      'when it expires: days such as 30d, or a time such as 2027-01-01T00:00:00Z (default: never)',
    )
    .option('--channel <id...>', 'limit it to these channels (default: all channels of the user)')
    .option('--operator', 'give it operator rights, which show service health but never messages')
    .option('--json', 'print one line of JSON')
    .option('--plain', 'print only the key, for scripts')
    .addHelpText(
      'after',
      '\nExamples:\n  ./innkeeper keys create --user U1a2b3c4d --scope read --expires 90d --json\n' +
        '  ./innkeeper keys create --user U1a2b3c4d --scope read --channel C5e6f7a8b --name assistant\n',
    )
    .action((options: CreateOptions) => createKey(deps, options))

  withDataOption(keys.command('list'))
    .description('List all keys, newest first.')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper keys list\n')
    .action((options: DataOption & { json?: boolean }) => listKeys(deps, options))

  withDataOption(keys.command('revoke <id>'))
    .description('Revoke a key and every key created with it. A running service rejects them from the next request on.')
    .addHelpText('after', '\nExample:\n  ./innkeeper keys revoke k_3fT8sQ0aLm2Z\n')
    .action(async (keyId: string, options: DataOption) => {
      await withStore(deps, options, async (store, config) => {
        await store.write<'revoke-key'>({ kind: 'revoke-key', by: { kind: 'operator' }, at: Date.now(), keyId })
        // Immediately, because perhaps no service is running that would do it, and the next one may run on an earlier snapshot.
        await writeLedger({ store, ledger: deps.openLedger(config), log: { warn() {} } })
      })
      console.log(`Revoked ${keyId}.`)
    })
  return keys
}

async function createKey(deps: CliDeps, options: CreateOptions): Promise<void> {
  const request = readRequest(options, Date.now())
  const config = configOf(deps, options)
  const isNew = !deps.hasStore(config)
  const { id, key } = await withNewStore(deps, options, (store) => issueKey({ store, clock: Date.now }, request))
  if (isNew) console.error(`Created a new database in ${config.dataDir}.`)
  const { userId, name, scope, isOperator = false, channelIds: channels = null } = request
  if (options.json) {
    const expiresAt = toTimestampOrNull(request.expiresAt)
    console.log(JSON.stringify({ id, key, userId, name, scope, channels, operator: isOperator, expiresAt }))
    return
  }
  if (options.plain) {
    console.log(key)
    return
  }
  const until = request.expiresAt === null ? 'until it is revoked' : `until ${toTimestamp(request.expiresAt)}`
  const rights = isOperator ? ' with operator rights' : ''
  const limit = channels === null ? '' : `, only for ${channels.join(' and ')}`
  console.log(
    `Key ${id} for ${userId}, scope ${scope}${rights}${limit}, valid ${until}. Save it now, because it is not shown again:\n\n  ` +
      `${key}\n`,
  )
}

function readRequest({ user, name, scope, expires, operator, channel }: CreateOptions, now: number): KeyRequest {
  if (user === '' || user.length > 200) throw new UsageProblem('--user must be 1 to 200 characters long.')
  if (name !== undefined && name.length > 100) throw new UsageProblem('--name must be at most 100 characters long.')
  if (scope !== 'full' && scope !== 'read') {
    throw new UsageProblem(`--scope is ${JSON.stringify(scope)}. Set it to full or read.`)
  }
  if (channel !== undefined && operator) {
    throw new UsageProblem('--operator and --channel exclude each other, because operator rights belong to no channel.')
  }
  if (channel !== undefined && channel.length > mostChannelsOfKey) {
    throw new UsageProblem(`--channel can be given at most ${mostChannelsOfKey} times.`)
  }
  const expiresAt = expires === undefined ? null : readExpiry(expires, now)
  const channelIds = channel === undefined ? null : [...new Set(channel)]
  return { userId: user, name: name ?? '', scope, expiresAt, isOperator: operator ?? false, channelIds }
}

async function listKeys(deps: CliDeps, options: DataOption & { json?: boolean }): Promise<void> {
  const keys = await withStore(deps, options, (store) => store.listAllKeys())
  const rows = keys.map((key) => ({
    id: key.id,
    userId: key.userId,
    name: key.name,
    scope: key.scope,
    channels: key.channelIds,
    operator: key.isOperator,
    state: stateOf(key, Date.now()),
    createdAt: toTimestamp(key.createdAt),
    expiresAt: toTimestampOrNull(key.expiresAt),
    lastUsedAt: toTimestampOrNull(key.lastUsedAt),
  }))
  if (options.json) console.log(JSON.stringify({ keys: rows }))
  else if (rows.length === 0) console.log('No keys yet. Create one with: ./innkeeper keys create --user <id>')
  else {
    const heading = ['ID', 'USER', 'NAME', 'SCOPE', 'CHANNELS', 'OPERATOR', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED']
    console.log(
      formatTable(
        heading,
        rows.map((row) =>
          Object.values({
            ...row,
            channels: row.channels === null ? 'all' : row.channels.join(' '),
            operator: row.operator ? 'yes' : null,
          }).map((value) => value ?? '–'),
        ),
      ),
    )
  }
}

function stateOf(key: { revokedAt: number | null; expiresAt: number | null }, now: number): string {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'valid'
}
