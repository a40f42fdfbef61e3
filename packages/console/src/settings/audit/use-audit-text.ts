import type { AuditEntry, Role } from '@innkeeper/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { channelKey } from '../../channel/queries.ts'
import type { Texts } from '../../locales/language.ts'
import { useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import { type SettingName, settingNames } from '../form/settings-draft.ts'
import { useSettingText } from '../form/use-setting-text.ts'
import { type AuditDetail, sentenceOf } from './audit-sentence.ts'

type Log = Texts['settings']['log']

/** A part of a sentence: text, or a person. */
export type SentencePart = string | { key: 'actor' | 'target'; userId: string; name: string }

/** Stand for the people while the sentence is put together, because each language has its own order. */
const marks = { actor: '\ue000', target: '\ue001' } as const

const nobody = ['operator', 'system', 'erased'] as const

/** An entry as a sentence with details, in the current language. `nameOf`: a person's name by id, if they are known. */
export function useAuditText(nameOf: (userId: string) => string | undefined) {
  const { t, i18n } = useTranslation()
  const detailText = useDetailText()
  /** Erased people have no name, and a key can be made for someone who was never in the chat. */
  const personOf = (key: 'actor' | 'target', userId: string): SentencePart => {
    const other = nobody.find((one) => one === userId)
    if (other) return t(`settings.log.${other}`)
    const name = nameOf(userId)
    return name === undefined ? t('settings.log.stranger', { id: userId }) : { key, userId, name }
  }
  const roleOf = (role: unknown) => {
    const key = `channels.role.${String(role)}`
    return i18n.exists(key) ? t(`channels.role.${role as Role}`) : String(role)
  }
  return (entry: AuditEntry) => {
    const { action, details } = sentenceOf(entry)
    const isKnown = i18n.exists(`settings.log.actions.${action}`)
    const sentence = t(`settings.log.actions.${isKnown ? (action as keyof Log['actions']) : 'other'}`, {
      ...marks,
      from: roleOf(entry.detail.from),
      to: roleOf(entry.detail.to),
      action: entry.action,
    })
    const parts = sentence.split(/([\ue000\ue001])/).filter((part) => part !== '')
    return {
      sentence: parts.map((part): SentencePart => {
        if (part === marks.actor) return personOf('actor', entry.actor)
        return part === marks.target ? personOf('target', entry.target ?? '') : part
      }),
      details: details.map(detailText),
    }
  }
}

function useDetailText(): (detail: AuditDetail) => string {
  const { t, i18n } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const setting = useSettingText()
  const join = useJoin()
  const rules = useQuestions()
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
        return rules && !rules.has(detail.id)
          ? t('settings.log.rule', { id: detail.id })
          : t('settings.log.ruleNamed', { question: rules?.get(detail.id) ?? '…' })
      case 'version':
        return t('settings.log.version', { version: detail.version })
      case 'rules':
        return t('settings.log.ruleCounts', detail)
      case 'until':
        return t('settings.log.until', { when: format.dateTime(detail.at) })
    }
  }
}

/** The questions of the channel's rules by ID, as they are now. Undefined until they are loaded. */
function useQuestions(): Map<string, string> | undefined {
  const { channelId } = useChannel()
  const rules = useQuery({
    queryKey: [...channelKey(channelId), 'audited-rules'],
    queryFn: () => api.listRules({ channelId }),
  })
  return useMemo(() => rules.data && new Map(rules.data.rules.map(({ id, question }) => [id, question])), [rules.data])
}
