import { Command } from 'commander'
import { variableOf } from '../../config/settings.ts'
import { type CliDeps, type DataOption, withDataOption, withStore } from '../cli-deps.ts'
import { formatCount } from '../text-format.ts'

export function secretsCommand(deps: CliDeps): Command {
  const secrets = new Command('secrets')
    .description('Change the key of secrets that were saved in the browser, or forget them.')
    .addHelpText('after', '\nExample:\n  ./innkeeper secrets rotate\n')

  withDataOption(secrets.command('rotate'))
    .summary('Encrypt all saved secrets with a new key.')
    .description(
      'Encrypt all secrets that were saved in the browser with a new key. Without INNKEEPER_SECRET_KEY, the new key replaces the one in ' +
        'the file secret.key. With it, first set INNKEEPER_SECRET_KEY to the new key and INNKEEPER_SECRET_KEY_OLD to the previous ' +
        'one on every node, and restart the nodes. Then run this once, and remove INNKEEPER_SECRET_KEY_OLD.',
    )
    .addHelpText('after', '\nExample:\n  ./innkeeper secrets rotate --data ./data\n')
    .action(async (options: DataOption) => {
      const count = await withStore(deps, options, (store, config) => deps.rotateSecrets(config, store))
      console.log(`Encrypted ${formatCount(count, 'secret')} with the new key.`)
    })

  withDataOption(secrets.command('forget'))
    .summary('Delete all saved secrets, if their key is lost.')
    .description(
      'Delete all secrets that were saved in the browser. Use it if their key is lost. You have to enter them again.',
    )
    .addHelpText('after', '\nExample:\n  ./innkeeper secrets forget --data ./data\n')
    .action(async (options: DataOption) => {
      const names = await withStore(deps, options, async (store) => {
        const sealed = (await store.listSettings()).filter(({ isSealed }) => isSealed).map(({ name }) => name)
        await store.write<'save-settings'>({
          kind: 'save-settings',
          by: { kind: 'operator' },
          at: Date.now(),
          actor: 'the command line',
          changes: sealed.map((name) => ({ name, value: null, isSealed: false })),
        })
        return sealed
      })
      console.log(names.length === 0 ? 'There were no secrets.' : `Deleted ${names.map(variableOf).join(', ')}.`)
    })
  return secrets
}
