import type { Member } from '@innkeeper/contract'
import { Box, Button, Center, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Actor, useChannel } from '../channel/channel.ts'
import { useFormat } from '../ui/format/format.ts'
import type { LastSeen } from './choose-members.ts'
import { type MemberAction, MemberMenu } from './member-menu.tsx'
import classes from './members.module.css'
import { Person, RoleBadge } from './person.tsx'

type Props = {
  actor: Actor
  members: readonly Member[]
  lastSeen: LastSeen | undefined
  isSubscribed: boolean
  onAction: (criteria: MemberAction) => void
}

/** In longer lists people search by name, and every row takes time to render. */
const stepRows = 50

/** A table if there is space, cards on a phone. */
export function MemberList({ members, ...rest }: Props) {
  const { t } = useTranslation()
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const [shown, setShown] = useState(stepRows)
  const some = members.slice(0, shown)
  return (
    <>
      {isWide ? <MemberTable members={some} {...rest} /> : <MemberCards members={some} {...rest} />}
      {shown < members.length && (
        <Center mt="md">
          <Button variant="default" onClick={() => setShown(shown + stepRows)}>
            {t('members.more')}
          </Button>
        </Center>
      )}
    </>
  )
}

function MemberTable({ actor, members, lastSeen, isSubscribed, onAction }: Props) {
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
                <MemberMenu actor={actor} member={member} onAction={onAction} />
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

function MemberCards({ actor, members, isSubscribed, onAction }: Props) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const since = ({ leftAt, joinedAt }: Member) =>
    leftAt ? t('members.left', { date: format.date(leftAt) }) : t('members.joined', { date: format.date(joinedAt) })
  return (
    <ul className={`${classes.cards} ${classes.frame}`} aria-label={t('members.title')}>
      {members.map((member) => (
        <li key={member.userId} className={classes.card}>
          <Box flex={1} miw={0}>
            <Person member={member} isSubscribed={isSubscribed}>
              <Group gap={8} mt={2}>
                <RoleBadge member={member} />
                <Text size="xs" c="dimmed">
                  {since(member)}
                </Text>
              </Group>
            </Person>
          </Box>
          <MemberMenu actor={actor} member={member} onAction={onAction} />
        </li>
      ))}
    </ul>
  )
}
