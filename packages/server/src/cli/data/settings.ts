import { findClosestName } from '@innkeeper/contract/closest-name'
import { Command } from 'commander'
import { UsageProblem } from '../../config/config.ts'
import { editableSettings } from '../../config/editable-settings.ts'
import { variableOf } from '../../config/settings.ts'
import { type CliDeps, type DataOption, withDataOption, withStore } from '../cli-deps.ts'

export function settingsCommand(deps: CliDeps): Command {
  const settings = new Command('settings')
    .description('Reset settings that were saved in the browser.')
    .addHelpText('after', '\nExample:\n  ./innkeeper settings reset INNKEEPER_ACME_DOMAIN INNKEEPER_ACME_EMAIL\n')

  withDataOption(settings.command('reset'))
    .summary('Reset saved settings to their defaults.')
    .description(
      'Reset settings that were saved in the browser to their defaults. Use it if the service does not start, or cannot be reached, ' +
        'with what was saved. Restart the service afterwards.',
    )
    .argument('<names...>', 'names of settings, such as INNKEEPER_BASE_URL (or baseUrl, as in the API)')
    .addHelpText('after', '\nExample:\n  ./innkeeper settings reset INNKEEPER_BASE_URL --data ./data\n')
    .action(async (texts: string[], options: DataOption) => {
      const names = texts.map(nameOf)
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
      console.log(
        reset.length === 0 ? 'None of them was saved.' : `Back to the default: ${reset.map(variableOf).join(', ')}.`,
      )
    })
  return settings
}

type Name = (typeof editableSettings)[number]['name']

/** People know a setting by its environment variable, which the page and the docs show, or by its name in the API. */
function nameOf(text: string): Name {
  const names = editableSettings.map(({ name }) => name)
  const found = names.find((name) => name === text || variableOf(name) === text.toUpperCase())
  if (found !== undefined) return found
  const variables = names.map(variableOf)
  const closest = findClosestName(text, variables) ?? findClosestName(text, names)
  throw new UsageProblem(
    `${text} is not a setting that can be saved in the browser.${closest === undefined ? '' : ` Did you mean ${closest}?`}\n` +
      `Settings that can: ${variables.join(', ')}.`,
  )
}
