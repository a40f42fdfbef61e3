import { Command } from 'commander'
import { issueLinkCode } from '../../actions/storage/operator.ts'
import { addressOf, type Config, ConfigProblem, readConfig, UsageProblem } from '../../config/config.ts'
import { linkLifeMs, linkWith } from '../../domain/accounts/sign-in.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Store } from '../../ports/store.ts'
import { type CliDeps, configOf, type DataOption, withDataOption, withStore } from '../cli-deps.ts'

type SigninOptions = DataOption & { user?: string; url?: string; json?: boolean; plain?: boolean }

/** Of those that are suggested. */
const mostOwners = 10

export function signinCommand(deps: CliDeps): Command {
  return withDataOption(new Command('signin'))
    .summary('Create a one-time link that signs a user in to the console.')
    .description('Create a one-time link that signs a user in to the console. It expires after 15 minutes.')
    .option('--user <id>', "the user's ID on the platform (default: the owner, if there is only one)")
    .option(
      '--url <address>',
      'address of the service (default: INNKEEPER_BASE_URL, or where the running service listens)',
    )
    .option('--json', 'print one line of JSON')
    .option('--plain', 'print only the link, for scripts')
    .addHelpText('after', '\nExample:\n  ./innkeeper signin --user U1a2b3c4d\n')
    .action((options: SigninOptions) => makeLink(deps, options))
}

async function makeLink(deps: CliDeps, options: SigninOptions): Promise<void> {
  if (options.user === '' || (options.user?.length ?? 0) > 200) {
    throw new UsageProblem('--user must be 1 to 200 characters long.')
  }
  // Read first: without an address there is no link, so no code is stored.
  const { baseUrl, isRunning } = readAddress(deps, options)
  const { code, expiresAt, isKnown, userId, name } = await withStore(deps, options, async (store) => {
    const userId = options.user ?? (await findOnlyOwner(store, options))
    const { displayName, createdAt } = await store.getProfile(userId)
    const issued = await issueLinkCode({ store, clock: Date.now }, userId)
    const name = displayName === null ? userId : `${displayName} (${userId})`
    return { ...issued, userId, name, isKnown: displayName !== null || createdAt > 0 }
  })
  if (!isKnown) console.error(`No user with the ID ${userId} has been seen yet. The link works, but may show nothing.`)
  if (!isRunning)
    console.error(
      `No service runs on this data folder. The link works once you start it at ${baseUrl}. For another address, use --url.`,
    )
  const link = linkWith(baseUrl, code)
  if (options.json) console.log(JSON.stringify({ link, userId, expiresAt: toTimestamp(expiresAt) }))
  else if (options.plain) console.log(link)
  else {
    console.log(
      `Open this link within ${linkLifeMs / 60_000} minutes to sign in as ${name}. You can use it once:\n\n  ${link}\n`,
    )
  }
}

async function findOnlyOwner(store: Store, { data }: SigninOptions): Promise<string> {
  const channels = await store.listAllChannels()
  const owners = new Map(channels.flatMap(({ ownerId, name }) => (ownerId === null ? [] : [[ownerId, name]])))
  const [only, ...others] = owners.keys()
  if (only !== undefined && others.length === 0) return only
  const command = `  ./innkeeper signin${data === undefined ? '' : ` --data ${data}`} --user`
  const known = await Promise.all(
    [...owners].slice(0, mostOwners).map(async ([ownerId, group]) => {
      const { displayName } = await store.getProfile(ownerId)
      return `${command} ${ownerId}   ${displayName === null ? '' : `${displayName}, `}owner of ${group}`
    }),
  )
  throw new UsageProblem(
    only === undefined
      ? 'No channel has an owner yet. Sign in at the console with your operator account, or say who signs in: --user <id>.'
      : ['A link signs in one account, and shows only its groups. Say which one, for example:', ...known].join('\n'),
  )
}

/** `isRunning` is also true if the operator says where the service is. */
function readAddress(deps: CliDeps, options: SigninOptions): { baseUrl: string; isRunning: boolean } {
  const config = readSettings(deps, options)
  const running = config.baseUrl === '' ? deps.findAddress(configOf(deps, options)) : undefined
  const address = running ?? addressOf(config)
  if (address !== undefined) return { baseUrl: address, isRunning: running !== undefined || config.baseUrl !== '' }
  throw new UsageProblem('PORT is 0, so the address of the service is unknown. Set it with --url.')
}

function readSettings(deps: CliDeps, { data, url }: SigninOptions): Config {
  try {
    return readConfig(deps.environment, { dataDir: data, baseUrl: url })
  } catch (error) {
    // The message names the setting, but the value is the option's.
    if (error instanceof ConfigProblem && url !== undefined) {
      error.message = error.message.replace('INNKEEPER_BASE_URL', '--url')
    }
    throw error
  }
}
