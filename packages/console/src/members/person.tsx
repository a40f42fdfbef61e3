import type { Member } from '@innkeeper/contract'
import { Avatar, Badge, Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { picturePath } from '../api/client.ts'
import { useChannel } from '../channel/channel.ts'
import { usePersonName } from '../channel/members.ts'
import { useMyself } from '../channel/myself.ts'
import { PersonLink } from '../channel/person-link.tsx'
import classes from './members.module.css'

type Props = { member: Member; isSubscribed: boolean; children?: ReactNode }

/** Picture and name. People only know about their own subscription. */
export function Person({ member, isSubscribed, children }: Props) {
  const { t } = useTranslation()
  const nameOf = usePersonName()
  const isMe = useMyself(useChannel().channelId)?.userId === member.userId
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <Avatar src={picturePath(member.pictureUrl)} size={40} alt="" />
      <Box miw={0}>
        <Group gap={6}>
          <Text fw={500} lineClamp={2} className={classes.name} {...(member.status === 'left' && { c: 'dimmed' })}>
            <PersonLink userId={member.userId}>{nameOf(member)}</PersonLink>
          </Text>
          {isMe && <Badge variant="light">{t('members.you')}</Badge>}
          {isMe && isSubscribed && <Badge variant="default">{t('members.subscribed')}</Badge>}
        </Group>
        {children}
      </Box>
    </Group>
  )
}

const colours = { owner: 'brand', admin: 'brand', member: 'gray', guest: 'orange' } as const

export function RoleBadge({ member: { role, status } }: { member: Member }) {
  const { t } = useTranslation()
  const variant = status === 'left' || role === 'member' ? 'default' : role === 'owner' ? 'filled' : 'light'
  return (
    <Badge variant={variant} color={colours[role]}>
      {status === 'left' ? t('members.filter.left') : t(`channels.role.${role}`)}
    </Badge>
  )
}
