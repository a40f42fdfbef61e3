import type { AuditEntry, Role } from '@innkeeper/contract'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import type { Texts } from '../../locales/language.ts'
import { useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import { type SettingName, settingNames } from '../form/settings-draft.ts'
import { useSettingText } from '../form/use-setting-text.ts'
import { type AuditDetail, sentenceOf } from './audit-sentence.ts'

type Log = Texts['settings']['log']

/** An entry as a sentence with details, in the current language. `nameOf`: a person's name by id. */
export function useAuditText(nameOf: (userId: string) => string) {
  const { t, i18n } = useTranslation()
  const detailText = useDetailText()
  const actorOf = (actor: string) =>
    actor === 'operator' || actor === 'system' ? t(`settings.log.${actor}`) : nameOf(actor)
  const roleOf = (role: unknown) => {
    const key = `channels.role.${String(role)}`
    return i18n.exists(key) ? t(`channels.role.${role as Role}`) : String(role)
  }
  return (entry: AuditEntry) => {
    const { action, details } = sentenceOf(entry)
    const isKnown = i18n.exists(`settings.log.actions.${action}`)
    const sentence = t(`settings.log.actions.${isKnown ? (action as keyof Log['actions']) : 'other'}`, {
      actor: actorOf(entry.actor),
      target: nameOf(entry.target ?? ''),
      from: roleOf(entry.detail.from),
      to: roleOf(entry.detail.to),
      action: entry.action,
    })
    return { sentence, details: details.map(detailText) }
  }
}

function useDetailText(): (detail: AuditDetail) => string {
  const { t, i18n } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const setting = useSettingText()
  const join = useJoin()
  const partOf = (name: string) => {
    const key = `settings.log.parts.${name}`
    return i18n.exists(key) ? t(`settings.log.parts.${name as keyof Log['parts']}`) : name
  }
  const isSetting = (name: string): name is SettingName => settingNames.some((one) => one === name)
  return (detail) => {
    switch (detail.kind) {
      case 'value': {
        const { name, from, to } = detail
        if (!isSetting(name)) return t('settings.log.value', { name, change: `${from} → ${to}` })
        const change = `${setting.value(name, from)} → ${setting.value(name, to)}`
        return t('settings.log.value', { name: setting.label(name), change })
      }
      case 'changed':
        return t('settings.log.changed', {
          names: join.list(detail.names.map(partOf)),
        })
      case 'rule':
        return t('settings.log.rule', { id: detail.id })
      case 'version':
        return t('settings.log.version', { version: detail.version })
      case 'rules':
        return t('settings.log.ruleCounts', detail)
      case 'until':
        return t('settings.log.until', { when: format.dateTime(detail.at) })
    }
  }
}
