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

/** Secrets that are sent to a server, and the setting that says which one it is. */
const sentSecrets = [
  { secret: 'aiKey', address: 'aiBaseUrl', serverOf: (text: string) => URL.parse(text)?.origin },
  { secret: 'smtpPassword', address: 'smtpServer', serverOf: (text: string) => text.toLowerCase() },
] as const

/** A key belongs to the server it was entered for. With a new address it has to be entered again, so that it isn't sent elsewhere. */
function findExposedKey(
  getText: ServiceSettings['getText'],
  saved: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, string | null>,
): string | undefined {
  for (const { secret, address, serverOf } of sentSecrets) {
    const text = changes.get(address)
    if (text == null || changes.has(secret) || getText(secret, saved) === '') continue
    if (serverOf(getText(address, saved)) === serverOf(text)) continue
    const [place, name] = [settings[address].env, settings[secret].env]
    return `${place} leads to another server than before. Enter ${name} again, or remove it, so that the saved one is not sent there`
  }
  return undefined
}
