import type { Happening, TimelineItem, TimelineMessage } from '@innkeeper/contract'
import type { TFunction } from 'i18next'
import type { Format } from '../../ui/format/format.ts'
import type { Join } from '../../ui/format/join.ts'
import { timeOf } from '../timeline/conversation.ts'
import type { Row } from '../timeline/rows.ts'
import { describeHappenings, happeningsOf } from './happening-text.ts'

/** A row as one sentence, for screen readers. */
export function describeRow(row: Row, { t, format, join }: { t: TFunction; format: Format; join: Join }): string {
  const { entries } = row
  const { item } = entries[0]
  const when = format.dateTime(timeOf(item))
  if (item.kind === 'happening') {
    const what = describeHappenings(happeningsOf(row, item), { t, format, join })
    return t('conversation.happening.line', { when, what })
  }
  if (item.kind === 'gap')
    return t('conversation.line', { name: t('conversation.unknown'), when, what: t('conversation.gap') })
  const what = entries.length > 1 ? describeAlbum(entries, t) : describeItem(item, t)
  return t('conversation.line', { name: nameOf(item, t), when, what })
}

function describeAlbum(entries: Row['entries'], t: TFunction): string {
  const captions = entries.map(({ item }) => captionOf(item)).filter(Boolean)
  return [t('conversation.pictures', { count: entries.length }), ...captions].join(': ')
}

/** Empty if there is none. */
export function captionOf(item: TimelineItem): string {
  return item.kind === 'message' && 'mediaKey' in item ? (item.caption ?? '') : ''
}

export function nameOf(item: Exclude<TimelineItem, Happening>, t: TFunction): string {
  if (item.kind === 'answer') return t('conversation.bot')
  if (item.kind === 'gap' || item.sender.id === '') return t('conversation.unknown')
  // The service uses the ID of people whose name the platform hasn't told it.
  return item.sender.name === item.sender.id ? t('conversation.unknown') : item.sender.name
}

/** The content, without sender and time. */
export function describeItem(item: Exclude<TimelineItem, { kind: 'gap' | 'happening' }>, t: TFunction): string {
  if (item.kind === 'answer') return item.texts.join(' ') || t('conversation.answerGone')
  if (item.type === 'text') return item.content
  return [t(`conversation.kinds.${item.type}`), detailOf(item)].filter(Boolean).join(': ')
}

function detailOf(item: TimelineMessage): string {
  if (item.type === 'file') return [item.fileName, captionOf(item)].filter(Boolean).join(', ')
  if ('mediaKey' in item) return captionOf(item)
  if (item.type === 'location') return item.title ?? item.address
  return item.title ?? ''
}
