import { type Rule, type Weekday, weekdays } from '@innkeeper/contract'
import { useTranslation } from 'react-i18next'
import type { EditedField } from '../../ui/editing/collision-dialog.tsx'
import { localeOf } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import { draftFields } from './rule-draft.ts'

/** Labels and values of a rule's fields, for merging two people's changes. */
export function useDraftFields(): EditedField[] {
  const { t } = useTranslation()
  const join = useJoin()
  const dayNames = useWeekdays('short')
  const toText = {
    match: (mode: Rule['match']) => t(mode === null ? 'assistantParts.values.byChannel' : `assistant.modes.${mode}`),
    pick: (pick: Rule['pick']) => t(`assistantParts.values.${pick}`),
    schedule: (schedule: Rule['schedule']) =>
      schedule.map(({ days, from, to }) => `${join.list(days.map((day) => dayNames[day]))} ${from}–${to}`).join('\n'),
    quickReplies: (replies: Rule['quickReplies']) =>
      replies.map(({ label, text }) => join.labelled(label, text)).join('\n'),
  }
  return draftFields.map((path) => ({
    path,
    label: t(`assistant.fields.${path}`),
    ...(path in toText && { toText: toText[path as keyof typeof toText] as (value: never) => string }),
  }))
}

const dayMs = 86_400_000
/** A Monday. */
const monday = Date.UTC(2024, 0, 1)

/** Names of the weekdays in the current language. */
export function useWeekdays(length: 'short' | 'long'): Record<Weekday, string> {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(localeOf(i18n.language, navigator.languages), {
    weekday: length,
    timeZone: 'UTC',
  })
  const names = weekdays.map((day, index) => [day, format.format(monday + index * dayMs)])
  return Object.fromEntries(names) as Record<Weekday, string>
}
