import { type ChannelCard as Card, sizeLimits } from '@innkeeper/contract'
import { Avatar, Badge, Box, Button, type ButtonProps, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { picturePath } from '../api/client.ts'
import { useChannelName } from '../channel/channel-name.ts'
import { pauseOf } from '../channel/pause.ts'
import { PlatformBadge } from '../channel/platform.tsx'
import { useFormat } from '../ui/format/format.ts'
import { IconAlertTriangle, IconUser, IconUsers } from '../ui/icons/icons.ts'
import { Activity } from './activity.tsx'
import { useSubscribe } from './channel-access.ts'
import classes from './channel-card.module.css'
import { type BackupState, backupStateOf, canTurnOnBackup, isOwnerWarned } from './choose-channels.ts'

// Rare, and its explanation needs code that nothing else on this screen needs.
const DisabledBadge = lazy(() => import('./disabled-badge.tsx'))

export function ChannelCard({ card }: { card: Card }) {
  const nameOf = useChannelName()
  return (
    <li className={classes.card}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Avatar src={picturePath(card.picture)} size={48} radius="md" alt="" />
        <Box className={classes.head}>
          <Text fw={600} lineClamp={2} className={classes.name}>
            <Link to="/channels/$channelId" params={{ channelId: card.channelId }} className={classes.link}>
              {nameOf(card)}
            </Link>
          </Text>
          <Members card={card} />
        </Box>
        <Badges card={card} />
      </Group>
      {isOwnerWarned(card) ? <NoBackup card={card} /> : <Backup card={card} />}
    </li>
  )
}

/** Replaces the status of the backup. */
function NoBackup({ card }: { card: Card }) {
  const { t } = useTranslation()
  return (
    <Stack gap={6} mt="auto" pt="md" align="flex-start">
      <Group gap={6} wrap="nowrap" className={classes.warning}>
        <IconAlertTriangle size={18} aria-hidden />
        <Text fw={600} size="sm">
          {t('channels.backup.off')}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mb={4}>
        {t('channels.turnOn.text')}
      </Text>
      <SubscribeButton card={card} size="sm" variant="filled" />
    </Stack>
  )
}

function Backup({ card }: { card: Card }) {
  const { t } = useTranslation()
  const format = useFormat()
  const state = backupStateOf(card)
  return (
    <>
      <Box className={classes.activity}>
        {card.activity.some((count) => count > 0) ? (
          <Activity counts={card.activity} />
        ) : (
          card.lastMessageAt && (
            <Text size="sm" c="dimmed">
              {t('channels.quiet')}
            </Text>
          )
        )}
      </Box>
      <Group justify="space-between" pt="sm" gap="xs" mih={56}>
        <Stack gap={2}>
          <BackupMark state={state} />
          {/* For a disabled channel, the badge says so. */}
          {state === 'off' && !card.backup.allowed && (
            <Text size="xs" c="dimmed">
              {card.role === 'owner' ? t('channels.turnOn.off') : t('channels.turnOn.askOwner')}
            </Text>
          )}
          {/* Without a subscription the last message is unknown, which does not mean that there is none. */}
          {(card.lastMessageAt || card.backup.subscribed) && (
            <Text size="xs" c="dimmed">
              {card.lastMessageAt
                ? t('channels.lastMessage', { ago: format.ago(card.lastMessageAt) })
                : t('channels.noMessages')}
            </Text>
          )}
          {card.unread > 0 && <Unread count={card.unread} />}
        </Stack>
        {(state === 'for-others' || canTurnOnBackup(card)) && <SubscribeButton card={card} size="xs" variant="light" />}
      </Group>
    </>
  )
}

function Unread({ count }: { count: number }) {
  const { t } = useTranslation()
  const isMany = count >= sizeLimits.countedUnreadInCard
  return (
    <Text size="xs" fw={600} className={classes.unread}>
      {t(isMany ? 'channels.unreadMany' : 'channels.unread', { count })}
    </Text>
  )
}

function Members({ card }: { card: Card }) {
  const { t } = useTranslation()
  const isPrivate = card.type === 'user'
  const Icon = isPrivate ? IconUser : IconUsers
  return (
    <Group gap={4} c="dimmed" wrap="nowrap" mt={2}>
      <Icon size={14} aria-hidden />
      <Text size="sm">{isPrivate ? t('channels.onlyYou') : t('channels.members', { count: card.memberCount })}</Text>
      <PlatformBadge channelId={card.channelId} />
    </Group>
  )
}

function Badges({ card }: { card: Card }) {
  const { t } = useTranslation()
  const pause = pauseOf(card)
  return (
    <Stack gap={4} align="flex-end" className={classes.badges}>
      <Badge variant="default" className={classes.role}>
        {t(`channels.role.${card.role}`)}
      </Badge>
      {pause && (
        <Suspense>
          <DisabledBadge pause={pause} />
        </Suspense>
      )}
    </Stack>
  )
}

function BackupMark({ state }: { state: BackupState }) {
  const { t } = useTranslation()
  return (
    <Group gap={6} wrap="nowrap">
      <span className={classes.dot} data-state={state} aria-hidden />
      <Text size="sm">{t(`channels.backup.${state}`)}</Text>
    </Group>
  )
}

type SubscribeProps = { card: Card } & Pick<ButtonProps, 'size' | 'variant'>

function SubscribeButton({ card, ...look }: SubscribeProps) {
  const { t } = useTranslation()
  const name = useChannelName()(card)
  const subscribe = useSubscribe(card.channelId, name)
  const label = card.backup.enabled ? t('channels.turnOn.forMe') : t('channels.turnOn.button')
  return (
    <Button
      {...look}
      className={classes.above}
      aria-label={`${label}: ${name}`}
      loading={subscribe.isPending}
      onClick={() => subscribe.mutate()}
    >
      {label}
    </Button>
  )
}
