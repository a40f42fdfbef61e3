import { isFixed, type ServiceSetting } from '../errors/service-settings/setting-field.ts'

/** What was typed and isn't saved yet, by the name of the setting. Null goes back to the default, or removes a secret. */
export type Changes = ReadonlyMap<string, string | null>

/**
 * Adds what was typed or chosen for a setting. Undefined takes the change back. An empty text for a secret opens its field; it
 * isn't a change yet.
 */
export function withChange(changes: Changes, setting: ServiceSetting, to: string | null | undefined): Changes {
  const next = new Map(changes)
  const change = to === '' && setting.standard === '' && !setting.isSecret ? null : to
  if (change === undefined || isAsSaved(setting, change)) next.delete(setting.name)
  else next.set(setting.name, change)
  return next
}

/** What to send for these settings. */
export function changesOf(
  changes: Changes,
  settings: readonly ServiceSetting[],
): { name: string; value: string | null }[] {
  return settings.flatMap((setting) => {
    const value = changes.get(setting.name)
    if (value === undefined || isFixed(setting) || (setting.isSecret && value === '')) return []
    return [{ name: setting.name, value }]
  })
}

/** Without those that were saved. Keeps what was typed while they were being saved. */
export function withoutSaved(changes: Changes, saved: readonly { name: string; value: string | null }[]): Changes {
  const values = new Map(saved.map(({ name, value }) => [name, value]))
  return new Map([...changes].filter(([name, value]) => values.get(name) !== value))
}

export function without(changes: Changes, settings: readonly ServiceSetting[]): Changes {
  const names = new Set(settings.map(({ name }) => name))
  return new Map([...changes].filter(([name]) => !names.has(name)))
}

/** The text in the field of a setting that isn't a secret. */
export function textIn(changes: Changes, { name, value, standard }: ServiceSetting): string {
  const change = changes.get(name)
  if (change === undefined) return value ?? ''
  return change ?? standard
}

function isAsSaved({ source, value, isSecret }: ServiceSetting, change: string | null): boolean {
  if (change === null) return source === 'default' && !isSecret
  return !isSecret && change === value
}
