import type { TimelineItem, TimelineMessage } from '@innkeeper/contract'
import type { TFunction } from 'i18next'
import type { Format } from '../../ui/format/format.ts'
import { timeOf } from '../timeline/conversation.ts'
import type { Row } from '../timeline/rows.ts'

/** A row as one sentence, for screen readers. */
export function describeRow({ entries }: Row, t: TFunction, format: Format): string {
  const { item } = entries[0]
  const when = format.dateTime(timeOf(item))
  if (item.kind === 'gap')
    return t('conversation.line', { name: t('conversation.unknown'), when, what: t('conversation.gap') })
  const what = entries.length > 1 ? t('conversation.pictures', { count: entries.length }) : describeItem(item, t)
  return t('conversation.line', { name: nameOf(item, t), when, what })
}

export function nameOf(item: TimelineItem, t: TFunction): string {
  if (item.kind === 'answer') return t('conversation.bot')
  if (item.kind === 'gap' || item.sender.id === '') return t('conversation.unknown')
  return item.sender.name
}

/** The content, without sender and time. */
export function describeItem(item: Exclude<TimelineItem, { kind: 'gap' }>, t: TFunction): string {
  if (item.kind === 'answer') return item.texts.join(' ') || t('conversation.answerGone')
  if (item.type === 'text') return item.content
  return [t(`conversation.kinds.${item.type}`), detailOf(item)].filter(Boolean).join(': ')
}

function detailOf(item: TimelineMessage): string {
  if (item.type === 'file') return item.fileName
  if (item.type === 'location') return item.title ?? item.address
  return item.title ?? ''
}
