import { ActionIcon, Loader, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsConnected } from '../api/connection.ts'
import { useChannel } from '../channel/channel.ts'
import { pauseOf } from '../channel/pause.ts'
import { useDisconnectedPlatform } from '../channel/platform.tsx'
import { cardQuery } from '../channel/queries.ts'
import { loadTexts } from '../locales/i18n.ts'
import { afterFirstLoad } from '../ui/after-first-load.ts'
import { IconBookmarks, IconCalendar, IconKeyboard } from '../ui/icons/icons.ts'
import { LateTooltip } from '../ui/late-tooltip.tsx'
import classes from './conversation.module.css'
import { useConversationContext } from './conversation-context.ts'
import type { LiveState } from './timeline/snapshot.ts'
import type { Jumps } from './use-jumps.ts'

// On most days there are none.
const Memories = lazy(
  afterFirstLoad(async () => {
    const [file] = await Promise.all([import('./memories/memories.tsx'), loadTexts('exports')])
    return file
  }),
)

type Props = {
  day: string | undefined
  live: LiveState
  isOpening: boolean
  /** Absent if the calendar is beside the conversation. */
  onCalendar: (() => void) | undefined
  jumps: Jumps
  onBookmarks(): void
  onHelp(): void
}

/** Overlays the top of the conversation: the day, the live status, the time zone and the help. */
export function ConversationToolbar({ day, live, isOpening, jumps, onCalendar, onBookmarks, onHelp }: Props) {
  const { t } = useTranslation()
  const { format, foreignZone } = useConversationContext()
  return (
    <div className={classes.toolbar}>
      <span className={classes.start}>
        <Suspense>
          <Memories jumps={jumps} />
        </Suspense>
      </span>
      <span className={classes.pill}>
        <Live state={live} />
        {day && (
          <>
            {isOpening && <Loader size={12} role="status" aria-label={t('conversation.opening')} />}
            {onCalendar ? (
              <button type="button" className={classes.pillButton} onClick={onCalendar}>
                <IconCalendar size={14} aria-hidden />
                {format.day(day)}
                <VisuallyHidden>{t('conversation.calendar.label')}</VisuallyHidden>
              </button>
            ) : (
              <span aria-hidden>{format.day(day)}</span>
            )}
            {foreignZone && <span className={classes.zone}>{t('conversation.zone', { zone: foreignZone })}</span>}
          </>
        )}
      </span>
      <span className={classes.end}>
        <LateTooltip label={t('conversation.bookmarks.title')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('conversation.bookmarks.title')}
            onClick={onBookmarks}
          >
            <IconBookmarks size={18} stroke={1.6} />
          </ActionIcon>
        </LateTooltip>
        <LateTooltip label={t('conversation.help.open')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            visibleFrom="sm"
            aria-label={t('conversation.help.open')}
            onClick={onHelp}
          >
            <IconKeyboard size={18} stroke={1.6} />
          </ActionIcon>
        </LateTooltip>
      </span>
    </div>
  )
}

function Live({ state }: { state: LiveState }) {
  const { t } = useTranslation()
  const isConnected = useIsConnected()
  // The stream notices a lost connection late.
  const shown = state === 'open' && !isConnected ? 'waiting' : state
  // The stream may be open, but nothing can come through it.
  const { channelId } = useChannel()
  const platform = useDisconnectedPlatform(channelId)
  const card = useQuery(cardQuery(channelId)).data
  const pause = card && shown === 'open' ? pauseOf(card) : undefined
  const isIdle = shown === 'open' && (pause !== undefined || platform !== undefined)
  const label = pause
    ? t(`access.pause.${pause}`)
    : isIdle && platform
      ? t('channels.disconnected', { platform })
      : t(`conversation.live.${shown}`)
  return (
    <LateTooltip label={label}>
      <span className={classes.live} data-state={isIdle ? 'idle' : shown} role="status">
        <span className={classes.dot} aria-hidden />
        {/* Without a connection, the offline note already says so. */}
        {shown === 'waiting' && isConnected ? (
          <span className={classes.liveWords}>{label}</span>
        ) : (
          <VisuallyHidden>{label}</VisuallyHidden>
        )}
      </span>
    </LateTooltip>
  )
}
