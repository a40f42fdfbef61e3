import { useTranslation } from 'react-i18next'
import type { Texts } from '../../locales/language.ts'
import { useFormat } from '../../ui/format/format.ts'
import { fieldOf, type ServiceSetting } from './setting-field.ts'

type ServiceTexts = Texts['serviceSettings']
type KnownName = keyof ServiceTexts['names']

type SettingText = {
  group: (group: string) => string
  label: (name: string) => string
  /** What it does. In English if this page doesn't know the setting. */
  help: (setting: ServiceSetting) => string
  /** Which values are allowed; undefined if the field shows them. */
  allowed: (setting: ServiceSetting) => string | undefined
  /** A value as text; never of a secret. */
  value: (setting: ServiceSetting, text: string) => string
}

export function useSettingText(): SettingText {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const isKnown = (name: string): name is KnownName => i18n.exists(`serviceSettings.names.${name}.label`)
  const hasAllowed = (name: string): name is keyof ServiceTexts['allowed'] =>
    i18n.exists(`serviceSettings.allowed.${name}`)
  return {
    group: (group) =>
      i18n.exists(`serviceSettings.groups.${group}`)
        ? t(`serviceSettings.groups.${group as keyof ServiceTexts['groups']}`)
        : group,
    label: (name) => (isKnown(name) ? t(`serviceSettings.names.${name}.label`) : name),
    help: ({ name, description }) => (isKnown(name) ? t(`serviceSettings.names.${name}.help`) : description),
    allowed: (setting) => {
      const field = fieldOf(setting)
      if (field.kind === 'number') {
        const range = { least: format.count(field.least), most: format.count(field.most) }
        return t(`serviceSettings.allowed.${field.canBeEmpty ? 'numberOrEmpty' : 'number'}`, range)
      }
      if (field.kind !== 'text') return undefined
      return hasAllowed(setting.name)
        ? t(`serviceSettings.allowed.${setting.name}`, { least: '', most: '' })
        : setting.allowed
    },
    value: (setting, text) => {
      if (text === '') return t('serviceSettings.empty')
      const field = fieldOf(setting)
      if (field.kind === 'number' && /^\d+$/.test(text)) return format.count(Number(text))
      const key = `serviceSettings.choices.${setting.name}.${text}`
      if (field.kind === 'choice' && i18n.exists(key)) return t(key as `serviceSettings.choices.claim.${'first'}`)
      return text
    },
  }
}
