import type { ChannelCard, ChannelDetail, ChannelSettings, Subscription } from '@innkeeper/contract'
import { Button, EmptyState, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannelName } from '../channel/channel-name.ts'
import { pauseOf } from '../channel/pause.ts'
import { usePlatform } from '../channel/platform.tsx'
import { Coded } from '../ui/coded.tsx'
import { useJoin } from '../ui/format/join.ts'
import { IconAlertTriangle, IconArchive, IconLock, IconSettings } from '../ui/icons/icons.ts'
import { CenteredScreen } from '../ui/layout.tsx'
import { useSubscribe } from './channel-access.ts'

type Props = {
  channelId: string
  detail: ChannelDetail
  subscription: Subscription
  settings: ChannelSettings
  /** Absent until the overview is loaded. */
  card: ChannelCard | undefined
}

/** Shown instead of the backup to people who have not turned it on. */
export function SubscribeScreen({ channelId, detail, subscription, settings, card }: Props) {
  const { t } = useTranslation()
  const channel = useChannelName()(detail.meta)
  const subscribe = useSubscribe(channelId, channel)
  const pause = card && pauseOf(card)
  const isDisabled = pause !== undefined
  const isBackedUp = subscription.subscribers > 0 && !isDisabled
  const isAllowed = card?.backup.allowed ?? true
  const isOff = !isAllowed && detail.role === 'owner'
  const title = () => {
    if (!isBackedUp) return t('channels.backup.off')
    return isAllowed ? t('access.subscribe.title') : t('access.notAllowed.title')
  }
  const text = () => {
    if (isOff) return t('access.off', { channel })
    if (!isAllowed) return t('access.notAllowed.text', { channel })
    if (pause) return t(`access.${pause}`)
    return isBackedUp ? t('access.subscribe.text', { channel }) : t('channels.turnOn.text')
  }
  const Icon = !isAllowed ? IconLock : isBackedUp || isDisabled ? IconArchive : IconAlertTriangle
  return (
    <CenteredScreen>
      <EmptyState
        icon={<Icon stroke={1.5} />}
        {...(isAllowed ? { variant: 'light' } : { withIndicatorBackground: true })}
        {...(Icon === IconAlertTriangle && { color: 'orange' })}
      >
        <EmptyState.Title order={1}>{title()}</EmptyState.Title>
        <EmptyState.Description maw={460}>{text()}</EmptyState.Description>
        {isAllowed && <Terms channelId={channelId} settings={settings} subscribers={subscription.subscribers} />}
        <EmptyState.Actions>
          {isAllowed && (
            <Button loading={subscribe.isPending} onClick={() => subscribe.mutate()}>
              {isBackedUp || isDisabled ? t('channels.turnOn.forMe') : t('channels.turnOn.button')}
            </Button>
          )}
          {isOff && (
            <Button
              variant="default"
              leftSection={<IconSettings size={16} />}
              renderRoot={(props) => <Link to="/channels/$channelId/settings" params={{ channelId }} {...props} />}
            >
              {t('shell.nav.settings')}
            </Button>
          )}
        </EmptyState.Actions>
      </EmptyState>
    </CenteredScreen>
  )
}

type TermsProps = { channelId: string; settings: ChannelSettings; subscribers: number }

/** What someone agrees to by turning the backup on: what is kept, and who reads it. */
function Terms({ channelId, settings, subscribers }: TermsProps) {
  const { t } = useTranslation()
  const join = useJoin()
  const abilities = usePlatform(channelId)?.abilities
  const { retentionDays, backup } = settings
  const readers = backup === 'admins' ? 'admins' : 'members'
  const howLong = retentionDays === null ? t('access.kept.forever') : t('access.kept.days', { count: retentionDays })
  // Nothing is promised for a platform that isn't known.
  const deleted = abilities && t(abilities.seesUnsending ? 'access.kept.unsending' : 'access.kept.deleting')
  const kept = [howLong, deleted, t('access.kept.notKept')].filter((sentence) => sentence !== undefined)
  return (
    <Stack gap="md" maw={460} ta="start" my="md">
      <div>
        <Text size="sm" fw={600}>
          {t('access.kept.title')}
        </Text>
        <Text size="sm">
          <Coded text={join.sentences(...kept)} />
        </Text>
      </div>
      <div>
        <Text size="sm" fw={600}>
          {t('access.readers.title')}
        </Text>
        <Text size="sm">{t(`access.readers.${readers}`, { count: subscribers })}</Text>
      </div>
    </Stack>
  )
}
