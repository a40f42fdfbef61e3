import { useTranslation } from 'react-i18next'
import { botLanguages, type SettingName, type SettingsDraft } from './settings-draft.ts'

type SettingText = {
  label: (name: SettingName) => string
  /** A value as text; an unknown one as the service sends it. */
  value: (name: SettingName, value: unknown) => string
}

export function useSettingText(): SettingText {
  const { t, i18n } = useTranslation()
  const known = (name: 'backup' | 'history' | 'newMemberRole', value: unknown) => {
    const key = `settings.${name}.${String(value)}`
    return i18n.exists(key) ? t(key as `settings.${typeof name}.label`) : String(value)
  }
  return {
    label: (name) => t(`settings.${name}.label`),
    value: (name, value) => {
      if (name === 'retentionDays') {
        return typeof value === 'number'
          ? t('settings.retentionDays.value', { count: value })
          : t('settings.retentionDays.forever')
      }
      if (name === 'allowPush' || name === 'askWithModel') return value ? t('editing.on') : t('editing.off')
      if (name === 'language') return botLanguages[value as SettingsDraft['language']] ?? String(value)
      return name === 'timezone' ? String(value) : known(name, value)
    },
  }
}
