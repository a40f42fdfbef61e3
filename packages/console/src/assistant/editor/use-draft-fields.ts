import type { Rule } from '@innkeeper/contract'
import { useTranslation } from 'react-i18next'
import type { EditedField } from '../../ui/editing/collision-dialog.tsx'
import { draftFields } from './rule-draft.ts'
import { useWeekdays } from './weekdays.ts'

/** The fields of a rule as people know them, for where two of them met. */
export function useDraftFields(): EditedField[] {
  const { t } = useTranslation()
  const weekdays = useWeekdays('short')
  const toText = {
    match: (mode: Rule['match']) =>
      t(mode === null ? 'assistantParts.values.byChannel' : `assistantParts.modes.${mode}`),
    pick: (pick: Rule['pick']) => t(`assistantParts.values.${pick}`),
    schedule: (schedule: Rule['schedule']) =>
      schedule.map(({ days, from, to }) => `${days.map((day) => weekdays[day]).join(', ')} ${from}–${to}`).join('\n'),
    quickReplies: (replies: Rule['quickReplies']) => replies.map(({ label, text }) => `${label}: ${text}`).join('\n'),
  }
  return draftFields.map((path) => ({
    path,
    label: t(`assistantParts.fields.${path}`),
    ...(path in toText && { toText: toText[path as keyof typeof toText] as (value: never) => string }),
  }))
}
