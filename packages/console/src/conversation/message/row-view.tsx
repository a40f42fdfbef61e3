import type { TimelineItem, TimelineMessage } from '@innkeeper/contract'
import { memo, type ReactNode } from 'react'
import { picturePath } from '../../api/client.ts'
import { IconMessageChatbot } from '../../ui/icons/icons.ts'
import { BookmarkMark } from '../bookmarks/bookmark-mark.tsx'
import { useConversationContext } from '../conversation-context.ts'
import { Album } from '../media/album.tsx'
import { Media } from '../media/media.tsx'
import { timeOf } from '../timeline/conversation.ts'
import { isSameRow, type Row } from '../timeline/rows.ts'
import { Answer } from './answer.tsx'
import { describeRow, nameOf } from './describe.ts'
import { EditedMark } from './edited-mark.tsx'
import { HappeningLine } from './happening-line.tsx'
import { MessageMenu } from './message-menu.tsx'
import { MessageText } from './message-text.tsx'
import { colourOf } from './person-colour.ts'
import { Quote } from './quote.tsx'
import classes from './row-view.module.css'

type Props = {
  row: Row
  /** The row that has the keyboard focus. */
  isCurrent: boolean
  /** A jump has just ended here. */
  isFlashing: boolean
  position: number
}

/** A row of the conversation. Thousands of them are rendered while scrolling, so it is plain and memoized. */
export const RowView = memo(function RowView({ row, isCurrent, isFlashing, position }: Props) {
  const { t, format, join } = useConversationContext()
  const { item } = row.entries[0]
  return (
    <article
      className={classes.article}
      data-key={row.key}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={describeRow(row, { t, format, join })}
      aria-posinset={position}
      aria-setsize={-1}
    >
      {row.startsDay && (
        <h2 className={classes.day}>
          <span>{format.day(row.day)}</span>
        </h2>
      )}
      {row.startsNew && (
        <p className={classes.new}>
          <span>{t('conversation.newSince')}</span>
        </p>
      )}
      {item.kind === 'happening' ? (
        <HappeningLine row={row} item={item} />
      ) : item.kind === 'gap' ? (
        <p className={classes.gap}>
          {t('conversation.gap')} · <time dateTime={item.at}>{format.time(item.at)}</time>
        </p>
      ) : (
        <MessageLine row={row} item={item} isFlashing={isFlashing} />
      )}
    </article>
  )
}, areSame)

function areSame(a: Props, b: Props): boolean {
  // Pages above a row come and go, so a changed position alone doesn't render it again.
  return a.isCurrent === b.isCurrent && a.isFlashing === b.isFlashing && isSameRow(a.row, b.row)
}

type LineItem = Exclude<TimelineItem, { kind: 'gap' | 'happening' }>

function MessageLine({ row, item, isFlashing }: { row: Row; item: LineItem; isFlashing: boolean }) {
  const { t, myId } = useConversationContext()
  const isMine = item.kind === 'message' && item.sender.id !== '' && item.sender.id === myId
  return (
    <div
      className={classes.message}
      data-mine={isMine || undefined}
      data-lead={row.isLead || undefined}
      data-last={row.isLast || undefined}
      data-flash={isFlashing || undefined}
    >
      {!isMine && <div className={classes.face}>{row.isLead && <Face item={item} />}</div>}
      <div className={classes.column}>
        {row.isLead && !isMine && <Name item={item}>{nameOf(item, t)}</Name>}
        <div className={classes.line}>
          {item.kind === 'answer' ? (
            <Answer item={item} isQuoting={!row.answersAbove} />
          ) : (
            <Bubble row={row} item={item} />
          )}
          <span className={classes.beside}>
            <Time at={timeOf(item)} />
            {item.kind === 'message' &&
              row.entries.map(({ item: one }) => one.kind === 'message' && <BookmarkMark key={one.id} item={one} />)}
            <MessageMenu item={item} />
          </span>
        </div>
      </div>
    </div>
  )
}

function Time({ at }: { at: string }) {
  const { format, foreignZone, ownTime } = useConversationContext()
  const when = format.dateTime(at)
  return (
    <time
      className={classes.time}
      dateTime={at}
      title={foreignZone ? `${when} (${foreignZone}) · ${ownTime(at)}` : when}
    >
      {format.time(at)}
    </time>
  )
}

function Face({ item }: { item: LineItem }) {
  if (item.kind === 'answer') {
    return (
      <span className={classes.botFace} aria-hidden>
        <IconMessageChatbot size={20} stroke={1.6} />
      </span>
    )
  }
  // A plain image, because there are many; it comes from our own server.
  return (
    <img
      className={classes.picture}
      src={picturePath(item.sender.pictureUrl)}
      alt=""
      loading="lazy"
      width={36}
      height={36}
      // No image is better than a broken one.
      onError={({ currentTarget }) => currentTarget.removeAttribute('src')}
    />
  )
}

function Name({ item, children }: { item: LineItem; children: ReactNode }) {
  const { t } = useConversationContext()
  const mark =
    item.kind === 'answer'
      ? t(`conversation.what.${item.what}`)
      : item.isFromBot
        ? t('conversation.botMark')
        : undefined
  const colour = item.kind === 'answer' ? 'var(--mantine-color-anchor)' : colourOf(item.sender.id || item.sender.name)
  return (
    <div className={classes.name} style={{ color: colour }}>
      <bdi>{children}</bdi>
      {mark && <span className={classes.mark}>{mark}</span>}
    </div>
  )
}

/** Pictures and videos have no bubble around them. */
function Bubble({ row, item }: { row: Row; item: TimelineMessage }) {
  const isBare = (item.type === 'image' || item.type === 'video') && item.mediaState === 'stored' && !item.quoted
  return (
    <div className={isBare ? classes.bare : classes.bubble}>
      {item.quoted && <Quote quoted={item.quoted} />}
      {row.entries.length > 1 ? (
        <Album entries={row.entries} />
      ) : item.type === 'text' ? (
        <MessageText text={item.content} mentions={item.mentions} />
      ) : (
        <Media item={item} />
      )}
      {item.edited && <EditedMark item={item} />}
    </div>
  )
}
