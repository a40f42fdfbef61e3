import { Command } from 'commander'
import { UsageProblem } from '../../config/config.ts'
import { editableSettings } from '../../config/editable-settings.ts'
import { type CliDeps, type DataOption, withDataOption, withStore } from '../cli-deps.ts'

export function settingsCommand(deps: CliDeps): Command {
  const settings = new Command('settings')
    .description('Undo settings that were saved in the browser.')
    .addHelpText('after', '\nExample:\n  ./innkeeper settings reset acmeDomain acmeEmail\n')

  withDataOption(settings.command('reset'))
    .summary('Return saved settings to their default.')
    .description(
      'Return settings that were saved in the browser to their default. Use it if the service does not start, or cannot be reached, ' +
        'with what was saved. Restart the service afterwards.',
    )
    .argument('<names...>', 'names of settings, as in the API')
    .addHelpText('after', '\nExample:\n  ./innkeeper settings reset baseUrl --data ./data\n')
    .action(async (names: string[], options: DataOption) => {
      const unknown = names.find((name) => !editableSettings.some((one) => one.name === name))
      if (unknown !== undefined) {
        const known = editableSettings.map(({ name }) => name).join(', ')
        throw new UsageProblem(`${unknown} is not a setting that can be saved. Use one of ${known}.`)
      }
      const reset = await withStore(deps, options, async (store) => {
        const saved = new Set((await store.listSettings()).map(({ name }) => name))
        const found = names.filter((name) => saved.has(name))
        await store.write<'save-settings'>({
          kind: 'save-settings',
          by: { kind: 'operator' },
          at: Date.now(),
          actor: 'the command line',
          changes: found.map((name) => ({ name, value: null, isSealed: false })),
        })
        return found
      })
      console.log(reset.length === 0 ? 'None of them was saved.' : `Back to the default: ${reset.join(', ')}.`)
    })
  return settings
}
