import { Command } from 'commander'
import { issueLinkCode } from '../../actions/storage/operator.ts'
import { addressOf, readConfig, UsageProblem } from '../../config/config.ts'
import { linkLifeMs, linkWith } from '../../domain/accounts/sign-in.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import { type CliDeps, configOf, type DataOption, withDataOption, withStore } from '../cli-deps.ts'

type SigninOptions = DataOption & { user: string; url?: string; json?: boolean; plain?: boolean }

export function signinCommand(deps: CliDeps): Command {
  return withDataOption(new Command('signin'))
    .description('Make a link with which somebody signs in to the console in a browser. It works once, and soon ends.')
    .requiredOption('--user <id>', "the user's id on the platform, seen before or not")
    .option(
      '--url <address>',
      'where people reach the service (INNKEEPER_BASE_URL, or where the running service listens)',
    )
    .option('--json', 'print one line of JSON')
    .option('--plain', 'print the link alone, for scripts')
    .addHelpText('after', '\nExample:\n  ./innkeeper signin --user U1a2b3c4d\n')
    .action((options: SigninOptions) => makeLink(deps, options))
}

async function makeLink(deps: CliDeps, options: SigninOptions): Promise<void> {
  const { user: userId } = options
  if (userId === '' || userId.length > 200) throw new UsageProblem('--user must be 1 to 200 characters long.')
  // Read before anything is written: a link that leads nowhere is worth nothing.
  const baseUrl = readAddress(deps, options)
  const { code, expiresAt, isKnown } = await withStore(deps, options, async (store) => {
    const { displayName, createdAt } = await store.getProfile(userId)
    const issued = await issueLinkCode({ store, clock: Date.now }, userId)
    return { ...issued, isKnown: displayName !== null || createdAt > 0 }
  })
  if (!isKnown) console.error(`Nobody with this id was seen yet: ${userId}. The link works, but may show nothing.`)
  const link = linkWith(baseUrl, code)
  if (options.json) console.log(JSON.stringify({ link, userId, expiresAt: toTimestamp(expiresAt) }))
  else if (options.plain) console.log(link)
  else {
    console.log(
      `Whoever opens this within ${linkLifeMs / 60_000} minutes signs in as ${userId}. It works once:\n\n  ${link}\n`,
    )
  }
}

function readAddress(deps: CliDeps, options: SigninOptions): string {
  const config = readConfig(deps.environment, { dataDir: options.data, baseUrl: options.url })
  const running = config.baseUrl === '' ? deps.findAddress(configOf(deps, options)) : undefined
  const address = running ?? addressOf(config)
  if (address !== undefined) return address
  throw new UsageProblem('Nobody knows where the service listens when PORT is 0; give its address with --url.')
}
