import { ConfigProblem, readConfig, settingSource } from '../config/config.ts'
import { editableSettings } from '../config/editable-settings.ts'
import type { Setting } from '../config/setting-values.ts'
import { settings } from '../config/settings.ts'
import type { ServiceSettings, SettingState } from '../ports/service-settings.ts'
import type { Given, SettingsInUse } from './settings-in-use.ts'

export function createServiceSettings(
  given: Given,
  { saved: inUse, reread }: Pick<SettingsInUse, 'saved' | 'reread'>,
): ServiceSettings {
  const { environment, flags } = given
  return {
    inUse,
    reread,
    describe: (saved) =>
      editableSettings.map(({ name, group, usedBy }): SettingState => {
        const { env, comment, allowed, standard, isSecret = false } = settings[name] as Setting<unknown>
        const { source, text } = settingSource(name, environment, flags, saved)
        return {
          name,
          variable: env,
          group,
          description: comment,
          allowed,
          standard,
          isSecret,
          isLive: usedBy !== undefined,
          source,
          value: isSecret ? null : text,
          isSet: text !== '',
        }
      }),
    getText(name, saved) {
      const editable = editableSettings.find((one) => one.name === name)
      return editable ? settingSource(editable.name, environment, flags, saved).text : ''
    },
    findProblem(saved, changes) {
      const merged = new Map(saved)
      for (const [name, value] of changes) {
        const editable = editableSettings.find((one) => one.name === name)
        if (!editable) return `${name} is not a setting that can be changed here`
        const { env } = settings[editable.name]
        const { source } = settingSource(editable.name, environment, flags, saved)
        if (source === 'environment' || source === 'flag') {
          return `${env} is set by the ${source === 'flag' ? 'command line' : 'environment'}, so it cannot be changed here`
        }
        if (value === null) merged.delete(name)
        else merged.set(name, value)
      }
      const exposed = findExposedKey(this.getText, saved, changes)
      if (exposed !== undefined) return exposed
      try {
        readConfig(environment, flags, merged)
      } catch (error) {
        if (error instanceof ConfigProblem) return error.message
        throw error
      }
      return undefined
    },
  }
}

/** A key belongs to the server it was entered for. With a new address it has to be entered again, so that it isn't sent elsewhere. */
function findExposedKey(
  getText: ServiceSettings['getText'],
  saved: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, string | null>,
): string | undefined {
  const address = changes.get('aiBaseUrl')
  if (address == null || changes.has('aiKey') || getText('aiKey', saved) === '') return undefined
  const [before, after] = [getText('aiBaseUrl', saved), address].map((text) => URL.parse(text)?.origin)
  if (before === after) return undefined
  return (
    'INNKEEPER_AI_BASE_URL leads to another server than before. Enter INNKEEPER_AI_KEY again, or remove it, so that the saved key is ' +
    'not sent there'
  )
}
