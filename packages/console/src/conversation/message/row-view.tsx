import type { TimelineItem, TimelineMessage } from '@innkeeper/contract'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import { picturePath } from '../../api/client.ts'
import { ImportedMark } from '../../channel/imported-mark.tsx'
import { knownTime } from '../../channel/imported-note.ts'
import { PersonLink } from '../../channel/person-link.tsx'
import { loadTexts } from '../../locales/i18n.ts'
import { afterFirstLoad } from '../../ui/after-first-load.ts'
import { IconMessageChatbot } from '../../ui/icons/icons.ts'
import { BookmarkMark } from '../bookmarks/bookmark-mark.tsx'
import { useConversationContext } from '../conversation-context.ts'
import { useHighlights, useIsCurrentHit } from '../hits/hits-context.ts'
import { useGapsBelow } from '../ledger/placed-gaps.ts'
import { Album } from '../media/album.tsx'
import { Media } from '../media/media.tsx'
import { messageKey, timeOf } from '../timeline/conversation.ts'
import { isSameRow, type Row } from '../timeline/rows.ts'
import { Answer } from './answer.tsx'
import { captionOf, describeRow, nameOf } from './describe.ts'
import { HappeningLine } from './happening-line.tsx'
import { LateMessageMenu } from './late-message-menu.tsx'
import { MessageText } from './message-text.tsx'
import { colourOf } from './person-colour.ts'
import { Quote } from './quote.tsx'
import classes from './row-view.module.css'

// On most days nothing is missing.
const DayNote = lazy(
  afterFirstLoad(async () => {
    const [file] = await Promise.all([import('../ledger/day-note.tsx'), loadTexts('exports')])
    return file
  }),
)
const EditedMark = lazy(() => import('./edited-mark.tsx'))

type Props = {
  row: Row
  /** The row that has the keyboard focus. */
  isCurrent: boolean
  /** The person jumped here, and hasn't scrolled or clicked since. */
  isMarked: boolean
  position: number
}

/** A row of the conversation. Thousands of them are rendered while scrolling, so it is plain and memoized. */
export const RowView = memo(function RowView({ row, isCurrent, isMarked, position }: Props) {
  const { t, format, join } = useConversationContext()
  const gaps = useGapsBelow(row)
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
        <>
          <h2 className={classes.day}>
            <span>{format.day(row.day)}</span>
          </h2>
          <Suspense>
            <DayNote day={row.day} first={timeOf(item)} />
          </Suspense>
        </>
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
        <MessageLine row={row} item={item} isMarked={isMarked} />
      )}
      {gaps && (
        <Suspense>
          <DayNote day={row.day} gaps={gaps} />
        </Suspense>
      )}
    </article>
  )
}, areSame)

function areSame(a: Props, b: Props): boolean {
  // Pages above a row come and go, so a changed position alone doesn't render it again.
  return a.isCurrent === b.isCurrent && a.isMarked === b.isMarked && isSameRow(a.row, b.row)
}

type LineItem = Exclude<TimelineItem, { kind: 'gap' | 'happening' }>

function MessageLine({ row, item, isMarked }: { row: Row; item: LineItem; isMarked: boolean }) {
  const { t, myId } = useConversationContext()
  const isMine = item.kind === 'message' && item.sender.id !== '' && item.sender.id === myId
  const isHit = useIsCurrentHit(row)
  return (
    <div
      className={classes.message}
      data-mine={isMine || undefined}
      data-lead={row.isLead || undefined}
      data-last={row.isLast || undefined}
      data-target={isMarked || undefined}
      data-hit={isHit || undefined}
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
            <Time at={timeOf(item)} precision={item.kind === 'message' ? item.precision : 'exact'} />
            {item.kind === 'message' && <ImportedMark item={item} t={t} />}
            {item.kind === 'message' &&
              row.entries.map(({ item: one }) => one.kind === 'message' && <BookmarkMark key={one.id} item={one} />)}
            <LateMessageMenu item={item} />
          </span>
        </div>
      </div>
    </div>
  )
}

function Time({ at, precision }: { at: string; precision: TimelineMessage['precision'] }) {
  const { format, foreignZone, ownTime } = useConversationContext()
  const when = format.dateTime(at)
  return (
    <time
      className={classes.time}
      dateTime={knownTime(at, precision)}
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
  const userId = item.kind === 'answer' ? '' : item.sender.id
  return (
    <div className={classes.name} style={{ color: colour }}>
      <PersonLink userId={userId} tabIndex={-1}>
        <bdi>{children}</bdi>
      </PersonLink>
      {mark && <span className={classes.mark}>{mark}</span>}
    </div>
  )
}

/** Pictures, videos and stickers without a caption have no bubble around them. */
function Bubble({ row, item }: { row: Row; item: TimelineMessage }) {
  const highlights = useHighlights(messageKey(item.id), 'content')
  const isShown = item.type === 'sticker' ? item.sticker !== null : item.mediaState === 'stored'
  const hasCaption = row.entries.some((entry) => captionOf(entry.item) !== '')
  const isBare = bareTypes.has(item.type) && isShown && !item.quoted && !item.topic && !hasCaption
  return (
    <div className={isBare ? classes.bare : classes.bubble}>
      {item.topic && (
        <p className={classes.topic} dir="auto">
          # {item.topic.name ?? item.topic.id}
        </p>
      )}
      {item.quoted && <Quote quoted={item.quoted} />}
      {row.entries.length > 1 ? (
        <Album entries={row.entries} />
      ) : item.type === 'text' ? (
        <MessageText text={item.content} mentions={item.mentions} highlights={highlights} />
      ) : (
        <Media item={item} />
      )}
      {row.entries.map(({ item: one }) => one.kind === 'message' && <Below key={one.id} item={one} />)}
    </div>
  )
}

/** What is under the content of a message, and of each picture of an album: its caption, and that it was edited. */
function Below({ item }: { item: TimelineMessage }) {
  const { t } = useConversationContext()
  const highlights = useHighlights(messageKey(item.id), 'caption')
  const caption = captionOf(item)
  return (
    <>
      {caption && (
        <div className={classes.caption}>
          <MessageText text={caption} mentions={item.mentions} highlights={highlights} />
        </div>
      )}
      {item.edited && (
        <Suspense fallback={<span className={classes.edited}>{t('conversation.edited')}</span>}>
          <EditedMark item={item} />
        </Suspense>
      )}
    </>
  )
}

const bareTypes: ReadonlySet<TimelineMessage['type']> = new Set(['image', 'video', 'sticker'])
