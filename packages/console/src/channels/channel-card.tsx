import type { ChannelCard as Card } from '@innkeeper/contract'
import { Avatar, Badge, Box, Button, Group, Skeleton, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUser, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { picturePath } from '../api.ts'
import { useFormat } from '../use-format.ts'
import classes from './channel-card.module.css'
import { type BackupState, backupStateOf } from './choose-channels.ts'
import { SubscribeDialog } from './subscribe-dialog.tsx'

// The library of charts is as large as everything else on this screen.
const Activity = lazy(() => import('./activity.tsx'))

export function ChannelCard({ card }: { card: Card }) {
  const { t } = useTranslation()
  const format = useFormat()
  const state = backupStateOf(card)
  return (
    <li className={classes.card}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Avatar src={picturePath(card.picture)} size={48} radius="md" alt="" />
        <Box className={classes.head}>
          <Text fw={600} lineClamp={2} className={classes.name}>
            <Link to="/channels/$channelId" params={{ channelId: card.channelId }} className={classes.link}>
              {card.name}
            </Link>
          </Text>
          <Members card={card} />
        </Box>
        <Badges card={card} />
      </Group>
      <Box className={classes.activity}>
        {card.activity.some((count) => count > 0) ? (
          <Suspense fallback={<Skeleton height={56} />}>
            <Activity counts={card.activity} />
          </Suspense>
        ) : (
          state === 'subscribed' && (
            <Text size="sm" c="dimmed">
              {t('channels.quiet')}
            </Text>
          )
        )}
      </Box>
      <Group justify="space-between" pt="sm" gap="xs" mih={56}>
        <Stack gap={2}>
          <BackupMark state={state} />
          {/* Whoever does not subscribe is not told what there is: nothing told is not nothing there. */}
          {(card.lastMessageAt || state === 'subscribed') && (
            <Text size="xs" c="dimmed">
              {card.lastMessageAt
                ? t('channels.lastMessage', { ago: format.ago(card.lastMessageAt) })
                : t('channels.noMessages')}
            </Text>
          )}
        </Stack>
        {(state === 'kept' || state === 'not-kept') && <SubscribeButton card={card} />}
      </Group>
    </li>
  )
}

function Members({ card }: { card: Card }) {
  const { t } = useTranslation()
  const isPrivate = card.type === 'user'
  const Icon = isPrivate ? IconUser : IconUsers
  return (
    <Group gap={4} c="dimmed" wrap="nowrap" mt={2}>
      <Icon size={14} aria-hidden />
      <Text size="sm">
        {isPrivate ? t('channels.privateChat') : t('channels.members', { count: card.memberCount })}
      </Text>
    </Group>
  )
}

function Badges({ card }: { card: Card }) {
  const { t } = useTranslation()
  return (
    <Stack gap={4} align="flex-end" className={classes.badges}>
      <Badge variant="default" className={classes.role}>
        {t(`channels.role.${card.role}`)}
      </Badge>
      {card.status === 'disabled' && (
        <Tooltip label={t('channels.disabledHint')} multiline maw={260}>
          <Badge variant="light" color="orange" tabIndex={0} className={classes.above}>
            {t('channels.status.disabled')}
          </Badge>
        </Tooltip>
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

function SubscribeButton({ card }: { card: Card }) {
  const { t } = useTranslation()
  const [isAsking, ask] = useDisclosure(false)
  return (
    <>
      <Button
        size="xs"
        variant="light"
        className={classes.above}
        aria-label={t('channels.subscribe.label', { channel: card.name })}
        onClick={ask.open}
      >
        {t('channels.subscribe.button')}
      </Button>
      <SubscribeDialog card={card} opened={isAsking} onClose={ask.close} />
    </>
  )
}
