import { Command } from 'commander'
import { issueLinkCode } from '../../actions/storage/operator.ts'
import { addressOf, type Config, ConfigProblem, readConfig, UsageProblem } from '../../config/config.ts'
import { linkLifeMs, linkWith } from '../../domain/accounts/sign-in.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import { type CliDeps, configOf, type DataOption, withDataOption, withStore } from '../cli-deps.ts'

type SigninOptions = DataOption & { user: string; url?: string; json?: boolean; plain?: boolean }

export function signinCommand(deps: CliDeps): Command {
  return withDataOption(new Command('signin'))
    .summary('Create a one-time link that signs a user in to the console.')
    .description('Create a one-time link that signs a user in to the console. It expires after 15 minutes.')
    .requiredOption('--user <id>', "the user's ID on the platform, seen before or not (required)")
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
  const { user: userId } = options
  if (userId === '' || userId.length > 200) throw new UsageProblem('--user must be 1 to 200 characters long.')
  // Read first: without an address there is no link, so no code is stored.
  const baseUrl = readAddress(deps, options)
  const { code, expiresAt, isKnown } = await withStore(deps, options, async (store) => {
    const { displayName, createdAt } = await store.getProfile(userId)
    const issued = await issueLinkCode({ store, clock: Date.now }, userId)
    return { ...issued, isKnown: displayName !== null || createdAt > 0 }
  })
  if (!isKnown) console.error(`No user with the ID ${userId} has been seen yet. The link works, but may show nothing.`)
  const link = linkWith(baseUrl, code)
  if (options.json) console.log(JSON.stringify({ link, userId, expiresAt: toTimestamp(expiresAt) }))
  else if (options.plain) console.log(link)
  else {
    console.log(
      `Open this link within ${linkLifeMs / 60_000} minutes to sign in as ${userId}. It works once:\n\n  ${link}\n`,
    )
  }
}

function readAddress(deps: CliDeps, options: SigninOptions): string {
  const config = readSettings(deps, options)
  const running = config.baseUrl === '' ? deps.findAddress(configOf(deps, options)) : undefined
  const address = running ?? addressOf(config)
  if (address !== undefined) return address
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
