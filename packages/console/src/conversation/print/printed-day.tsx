import type { TimelineItem, TimelineMessage } from '@innkeeper/contract'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { mediaUrl } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { useConversationContext } from '../conversation-context.ts'
import { captionOf, describeItem, nameOf } from '../message/describe.ts'
import { describeHappenings, happeningsOf } from '../message/happening-text.ts'
import { keyOf, timeOf } from '../timeline/conversation.ts'
import { type Row, toRows } from '../timeline/rows.ts'
import type { DayToPrint } from './load-day.ts'
import classes from './printed-day.module.css'

/** A day on paper: beside the page, which is hidden while it is printed. */
export function PrintedDay({ day, items, isWhole }: DayToPrint) {
  const { detail, timezone } = useChannel()
  const { t, format, foreignZone } = useConversationContext()
  const rows = useMemo(() => toPrintedRows(items, format.dayOf), [items, format])
  return createPortal(
    <div className={classes.printed} data-printed>
      <h1 className={classes.title}>{detail.meta.name}</h1>
      <h2 className={classes.day}>{format.day(day)}</h2>
      {foreignZone && <p className={classes.hint}>{t('conversation.zone', { zone: timezone })}</p>}
      {!isWhole && <p className={classes.hint}>{t('conversation.print.notWhole')}</p>}
      {rows.map((row) => (
        <Line key={row.key} row={row} />
      ))}
    </div>,
    document.body,
  )
}

function toPrintedRows(items: readonly TimelineItem[], dayOf: (at: string) => string): Row[] {
  const keys = new Set<string>()
  const entries = items.map((item) => {
    const key = keyOf(item, keys)
    keys.add(key)
    return { key, item }
  })
  return toRows(entries, { dayOf, isFromStart: false })
}

function Line({ row }: { row: Row }) {
  const { t, format, join } = useConversationContext()
  const { item } = row.entries[0]
  const time = <time className={classes.time}>{format.time(timeOf(item))}</time>
  if (item.kind === 'happening' || item.kind === 'gap') {
    const text =
      item.kind === 'gap' ? t('conversation.gap') : describeHappenings(happeningsOf(row, item), { t, format, join })
    return (
      <p className={classes.quiet}>
        {time} <bdi>{text}</bdi>
      </p>
    )
  }
  return (
    <section className={classes.line}>
      <p className={classes.head}>
        {time} <b dir="auto">{nameOf(item, t)}</b>
        {item.kind === 'message' && item.edited && <i> {t('conversation.edited')}</i>}
      </p>
      {item.kind === 'message' && item.quoted?.type && (
        <p className={classes.quote} dir="auto">
          {item.quoted.sender}: {item.quoted.excerpt || t(`conversation.kinds.${item.quoted.type}`)}
        </p>
      )}
      {row.entries.map((entry) => (
        <Body key={entry.key} item={entry.item} />
      ))}
    </section>
  )
}

function Body({ item }: { item: TimelineItem }) {
  const { t, channelId } = useConversationContext()
  if (item.kind !== 'message' && item.kind !== 'answer') return null
  const isPicture = item.kind === 'message' && hasPreview(item)
  if (!isPicture) {
    return (
      <p className={classes.text} dir="auto">
        {describeItem(item, t)}
      </p>
    )
  }
  const caption = captionOf(item)
  return (
    <>
      <img className={classes.picture} src={mediaUrl.preview(channelId, item.id)} alt={describeItem(item, t)} />
      {caption && (
        <p className={classes.text} dir="auto">
          {caption}
        </p>
      )}
    </>
  )
}

function hasPreview({ type, mediaState, preview }: TimelineMessage): boolean {
  return (type === 'image' || type === 'video') && mediaState === 'stored' && preview !== null
}
