import { useTranslation } from 'react-i18next'
import { useJoin } from '../../ui/format/join.ts'
import type { SettingRefusal } from './refusal.ts'
import type { ServiceSetting } from './setting-field.ts'
import { useSettingText } from './use-setting-text.ts'

/** Why the service refused a value, in the current language. What it says in an unknown way is shown as it is. */
export function useRefusalSentence(settings: readonly ServiceSetting[]) {
  const { t } = useTranslation()
  const join = useJoin()
  const settingText = useSettingText()
  const nameOf = (variable: string | undefined) => {
    const setting = settings.find((one) => one.variable === variable)
    return setting ? settingText.label(setting.name) : (variable ?? '')
  }
  return (refusal: SettingRefusal, sentence: string): string => {
    const [name, other, third] = refusal.variables.map(nameOf)
    if (refusal.why === 'needs' && name && other) return t('serviceSettings.refused.needs', { name, other })
    if (refusal.why === 'needsEither' && name && other && third) {
      return t('serviceSettings.refused.needsEither', { name, other, third })
    }
    if ((refusal.why === 'conflicts' || refusal.why === 'otherServer') && name && other) {
      return t(`serviceSettings.refused.${refusal.why}`, { name, other })
    }
    if (refusal.why === 'notDomain' && name) {
      return t('serviceSettings.refused.notDomain', { name, other: nameOf('INNKEEPER_ACME_DOMAIN') })
    }
    const setting = settings.find((one) => one.name === refusal.name)
    if (refusal.why !== 'value' || !setting) return sentence
    const allowed = settingText.allowed(setting)?.replaceAll('`', '')
    const text = t('serviceSettings.refused.value')
    return allowed ? join.sentences(text, allowed) : text
  }
}
