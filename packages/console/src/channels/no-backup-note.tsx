import type { ChannelCard } from '@innkeeper/contract'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannelName } from '../channel/channel-name.ts'
import { pauseOf } from '../channel/pause.ts'
import { useDisconnectedPlatform } from '../channel/platform.tsx'
import { IconAlertTriangle } from '../ui/icons/icons.ts'
import { useSubscribe } from './channel-access.ts'
import classes from './channel-frame.module.css'
import { isOwnerWarned } from './choose-channels.ts'

/** A strip above the channel's screens that says why new messages, or some of them, aren't saved. Screens with the same button don't show it. */
export function NoBackupNote({ card }: { card: ChannelCard }) {
  const { t } = useTranslation()
  const subscribe = useSubscribe(card.channelId, useChannelName()(card))
  const platform = useDisconnectedPlatform(card.channelId)
  const pause = pauseOf(card)
  if (pause) return <div className={classes.note}>{t(`access.pause.${pause}`)}</div>
  if (!isOwnerWarned(card)) {
    if (platform) return <div className={classes.note}>{t('channels.disconnected', { platform })}</div>
    return card.seesAllMessages === false ? <HiddenMessagesNote channelId={card.channelId} /> : null
  }
  return (
    <div className={classes.note}>
      <IconAlertTriangle size={18} aria-hidden />
      {t('channels.backup.off')}
      <Button size="compact-sm" loading={subscribe.isPending} onClick={() => subscribe.mutate()}>
        {t('channels.turnOn.button')}
      </Button>
    </div>
  )
}

/** What to do takes several sentences, which are in the settings. */
function HiddenMessagesNote({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.note}>
      {t('channels.hidden.note')}
      <Button
        size="compact-sm"
        variant="default"
        renderRoot={(props) => <Link to="/channels/$channelId/settings" params={{ channelId }} {...props} />}
      >
        {t('channels.hidden.button')}
      </Button>
    </div>
  )
}
