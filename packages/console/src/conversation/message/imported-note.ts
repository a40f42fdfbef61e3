import type { TimelineMessage } from '@innkeeper/contract'
import type { TFunction } from 'i18next'
import { historyFormatNames } from '../../channel/history-formats.ts'

/** Where an imported message comes from, and how exact its time is. Undefined if it came from the platform. */
export function importedNote(
  { imported, precision }: Pick<TimelineMessage, 'imported' | 'precision'>,
  t: TFunction,
): string | undefined {
  return imported ? t(`conversation.imported.${precision}`, { format: historyFormatNames[imported.format] }) : undefined
}

/** A time without what isn't known of it, for programs that read the page. */
export function knownTime(at: string, precision: TimelineMessage['precision']): string {
  return precision === 'minute' ? at.replace(/:\d\d(?:\.\d+)?Z$/, 'Z') : at
}
