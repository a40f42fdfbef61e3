import type { Member } from '@innkeeper/contract'
import { Box, Table, Text, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Actor, useChannel } from '../channel/channel.ts'
import { useFormat } from '../ui/format/format.ts'
import type { LastSeen } from './choose-members.ts'
import { LateMemberMenu } from './late-member-menu.tsx'
import type { MemberAction } from './member-menu.tsx'
import classes from './members.module.css'
import { Person, RoleBadge } from './person.tsx'

export type MemberListProps = {
  actor: Actor
  members: readonly Member[]
  lastSeen: LastSeen | undefined
  isSubscribed: boolean
  onAction: (criteria: MemberAction) => void
}

export function MemberTable({ actor, members, lastSeen, isSubscribed, onAction }: MemberListProps) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const seenText = useSeenText(lastSeen)
  return (
    <Box className={classes.frame}>
      <Table verticalSpacing="xs" horizontalSpacing="md" aria-label={t('members.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('members.column.person')}</Table.Th>
            <Table.Th>{t('members.column.role')}</Table.Th>
            <Table.Th>{t('members.column.joined')}</Table.Th>
            <Table.Th>{t('members.column.seen')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('members.column.actions')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map((member) => (
            <Table.Tr key={member.userId}>
              <Table.Td>
                <Person member={member} isSubscribed={isSubscribed} />
              </Table.Td>
              <Table.Td>
                <RoleBadge member={member} />
              </Table.Td>
              <Table.Td>
                <Text size="sm">{format.date(member.joinedAt)}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed">
                  {seenText(member)}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                <LateMemberMenu actor={actor} member={member} onAction={onAction} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}

/** When they left, or were last seen. */
function useSeenText(lastSeen: LastSeen | undefined): (member: Member) => string {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  return ({ userId, leftAt }) => {
    if (leftAt) return t('members.left', { date: format.date(leftAt) })
    const seenAt = lastSeen?.get(userId)
    return seenAt === undefined ? '–' : format.ago(seenAt)
  }
}
