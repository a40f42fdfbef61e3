import type { TimelineMessage } from '@innkeeper/contract'
import type { TFunction } from 'i18next'
import { historyFormatNames } from './history-formats.ts'

export type Imported = Pick<TimelineMessage, 'imported' | 'precision'>

/** Where an imported message comes from, and how exact its time is. Undefined if it came from the platform. */
export function importedNote({ imported, precision }: Imported, t: TFunction): string | undefined {
  if (!imported) return undefined
  const note = t(`conversation.imported.${precision}`, { format: historyFormatNames[imported.format] })
  return imported.similar ? t('conversation.imported.similar', { note }) : note
}

/** A time without what isn't known of it, for programs that read the page. */
export function knownTime(at: string, precision: TimelineMessage['precision']): string {
  return precision === 'minute' ? at.replace(/:\d\d(?:\.\d+)?Z$/, 'Z') : at
}
