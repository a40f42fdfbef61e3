import type { ChannelCard, ChannelDetail, Subscription } from '@innkeeper/contract'
import { Button, EmptyState } from '@mantine/core'
import { IconAlertTriangle, IconArchive, IconLock, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { WholeScreen } from '../ui/layout.tsx'
import { useSubscribe } from './channel-access.ts'

type Props = {
  channelId: string
  detail: ChannelDetail
  subscription: Subscription
  /** Absent until the list of channels is there. */
  card: ChannelCard | undefined
}

/** In place of the backup for who has not turned it on: whether messages are kept, and the one press that changes it. */
export function SubscribeScreen({ channelId, detail, subscription, card }: Props) {
  const { t } = useTranslation()
  const channel = detail.meta.name
  const subscribe = useSubscribe({ channelId, name: channel })
  const isDisabled = card?.status === 'disabled'
  const isKept = subscription.subscribers > 0 && !isDisabled
  const isAllowed = card?.backup.allowed ?? true
  const isOff = !isAllowed && detail.role === 'owner'
  const title = () => {
    if (!isKept) return t('channels.backup.not-kept')
    return isAllowed ? t('gate.kept.title') : t('gate.notAllowed.title')
  }
  const text = () => {
    if (isOff) return t('gate.off', { channel })
    if (!isAllowed) return t('gate.notAllowed.text', { channel })
    if (isDisabled) return t('gate.disabled')
    return isKept ? t('gate.kept.text', { channel }) : t('channels.keep.text')
  }
  const Icon = !isAllowed ? IconLock : isKept || isDisabled ? IconArchive : IconAlertTriangle
  return (
    <WholeScreen>
      <EmptyState
        icon={<Icon stroke={1.5} />}
        {...(isAllowed ? { variant: 'light' } : { withIndicatorBackground: true })}
        {...(Icon === IconAlertTriangle && { color: 'orange' })}
      >
        <EmptyState.Title order={1}>{title()}</EmptyState.Title>
        <EmptyState.Description maw={460}>{text()}</EmptyState.Description>
        <EmptyState.Actions>
          {isAllowed && (
            <Button loading={subscribe.isPending} onClick={() => subscribe.mutate()}>
              {isKept || isDisabled ? t('channels.keep.forMe') : t('channels.keep.button')}
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
    </WholeScreen>
  )
}
