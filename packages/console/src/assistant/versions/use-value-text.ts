import type { QaMode } from '@innkeeper/contract'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import type { Texts } from '../../locales/language.ts'
import { localeOf, useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'

type Field = keyof Texts['assistant']['fields']

/** Names and values of an assistant's settings as text. Never throws, because a newer service may have more of them. */
export function useValueText() {
  const { t, i18n } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const join = useJoin()
  const locale = localeOf(i18n.language, navigator.languages)
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' })

  const nameOf = (member: string) => {
    const field = member.replace('.', '-')
    return isField(field) ? t(`assistant.fields.${field}`) : member
  }
  const slotText = ({ days, from, to }: Slot) =>
    `${join.list(days.map((day) => weekday.format(dayOf(day))))} ${from}–${to}`
  const plain = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('assistantParts.values.none')
    if (typeof value === 'boolean') return t(value ? 'assistantParts.values.on' : 'assistantParts.values.off')
    if (Array.isArray(value)) {
      return value.length === 0 ? t('assistantParts.values.none') : value.map(plain).join('\n')
    }
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  const wordsOf = (member: string, value: unknown): string => {
    if (member === 'qa.mode' || member === 'match') {
      return isMode(value) ? t(`assistant.modes.${value}`) : t('assistantParts.values.byChannel')
    }
    if (value === 'random' || value === 'in-order') return t(`assistantParts.values.${value}`)
    if (/cooldownSeconds$/i.test(member) && typeof value === 'number') return seconds.format(value)
    if (/^(activeFrom|activeUntil|quietUntil)$/.test(member) && typeof value === 'string') return format.dateTime(value)
    if (isHours(value)) return `${value.from}–${value.to}`
    if (member === 'schedule' && isListOf(value, isSlot)) return plain(value.map(slotText))
    if (member === 'quickReplies' && isListOf(value, isChoice)) {
      return plain(value.map(({ label, text }) => (label === text ? label : `${label} → ${text}`)))
    }
    return plain(value)
  }
  return { nameOf, wordsOf }
}

/** Fields with texts that people wrote, which are compared word by word. */
export function isText(member: string): boolean {
  return /^(message|content|keywords|question|answer|answers)$/.test(member)
}

type Slot = { days: string[]; from: string; to: string }

const fields: Record<Field, true> = {
  enabled: true,
  'qa-enabled': true,
  'qa-mode': true,
  'qa-cooldownSeconds': true,
  'qa-memberCooldownSeconds': true,
  quietUntil: true,
  message: true,
  quietHours: true,
  greetReturning: true,
  content: true,
  keywords: true,
  question: true,
  answer: true,
  answers: true,
  pick: true,
  priority: true,
  match: true,
  cooldownSeconds: true,
  memberCooldownSeconds: true,
  schedule: true,
  activeFrom: true,
  activeUntil: true,
  quickReplies: true,
  picture: true,
}
const modes: readonly unknown[] = ['keyword', 'exact', 'regex', 'similar', 'ai'] satisfies QaMode[]
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** 1 January 2024 was a Monday. */
function dayOf(day: string): Date {
  return new Date(Date.UTC(2024, 0, 1 + Math.max(0, days.indexOf(day))))
}

function isField(name: string): name is Field {
  return Object.hasOwn(fields, name)
}

function isMode(value: unknown): value is QaMode {
  return modes.includes(value)
}

function isListOf<T>(value: unknown, is: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(is)
}

function isHours(value: unknown): value is { from: string; to: string } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value && !('days' in value)
}

function isSlot(value: unknown): value is Slot {
  return typeof value === 'object' && value !== null && 'days' in value && Array.isArray(value.days)
}

function isChoice(value: unknown): value is { label: string; text: string } {
  return typeof value === 'object' && value !== null && 'label' in value && 'text' in value
}
