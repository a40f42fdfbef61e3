import { Command } from 'commander'
import { resetOperators } from '../../actions/accounts/operator-account.ts'
import { addressOf, UsageProblem } from '../../config/config.ts'
import { setupLink } from '../../domain/accounts/operator-account.ts'
import { type CliDeps, configOf, type DataOption, withDataOption, withStore } from '../cli-deps.ts'

type ResetOptions = DataOption & { json?: boolean }

export function operatorCommand(deps: CliDeps): Command {
  const operator = new Command('operator')
    .description('Reset the operator account.')
    .addHelpText('after', '\nExample:\n  ./innkeeper operator reset\n')

  withDataOption(operator.command('reset'))
    .summary('Remove the operator account and print a new setup link.')
    .description(
      'Remove the operator account, sign its browsers out, and print a link that creates a new account. Messages, settings and ' +
        'keys stay. Use it if you lost your passphrase and your recovery codes.',
    )
    .option('--json', 'print one line of JSON')
    .addHelpText('after', '\nExample:\n  ./innkeeper operator reset --data ./data\n')
    .action((options: ResetOptions) => reset(deps, options))
  return operator
}

async function reset(deps: CliDeps, options: ResetOptions): Promise<void> {
  const config = configOf(deps, options)
  // Opening the store would create it, in what is probably the wrong folder.
  if (!deps.hasStore(config)) {
    throw new UsageProblem(`${config.dataDir} contains no data of a service. Use --data to name its folder.`)
  }
  const address = config.baseUrl || deps.findAddress(config) || addressOf(config) || 'http://127.0.0.1:8080'
  const { removed, code } = await withStore(deps, options, (store) => resetOperators({ store, clock: Date.now }))
  const link = setupLink(address, code)
  if (options.json) console.log(JSON.stringify({ removed, link }))
  else {
    const done = removed > 0 ? 'The operator account was removed.' : 'There was no operator account.'
    console.log(`${done} Open this link within a day to create a new one. You can use it once:\n\n  ${link}\n`)
  }
}
