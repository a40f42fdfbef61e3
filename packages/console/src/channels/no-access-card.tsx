import type { ChannelCard } from '@innkeeper/contract'
import { Avatar, Box, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { picturePath } from '../api/client.ts'
import { PlatformBadge } from '../channel/platform.tsx'
import { IconLock } from '../ui/icons/icons.ts'
import { useAskText } from './channel-access.ts'
import classes from './channel-card.module.css'

/** A channel in which the caller is a guest. */
export function NoAccessCard({ card }: { card: ChannelCard }) {
  const { t } = useTranslation()
  const ask = useAskText()
  return (
    <li className={`${classes.card} ${classes.noAccess}`}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Avatar src={picturePath(card.picture)} size={48} radius="md" alt="" />
        <Box className={classes.head}>
          <Text fw={600} c="dimmed" lineClamp={2} className={classes.name}>
            <Link to="/channels/$channelId" params={{ channelId: card.channelId }} className={classes.link}>
              {card.name}
            </Link>
          </Text>
          <Text size="sm" c="dimmed" mt={2}>
            {t('channels.role.guest')} <PlatformBadge channelId={card.channelId} />
          </Text>
        </Box>
        <IconLock size={20} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
      </Group>
      <Text size="sm" mt="md">
        {ask(card)}
      </Text>
    </li>
  )
}
