import type { Member } from '@innkeeper/contract'
import { Box, Button, Center, Group, Skeleton, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { useFormat } from '../ui/format/format.ts'
import { LateMemberMenu } from './late-member-menu.tsx'
import type { MemberListProps } from './member-table.tsx'
import classes from './members.module.css'
import { Person, RoleBadge } from './person.tsx'

// Mantine's table brings all that scrolls and floats.
const MemberTable = lazy(async () => ({ default: (await import('./member-table.tsx')).MemberTable }))

/** In longer lists people search by name, and every row takes time to render. */
const stepRows = 50

/** A table if there is space, cards on a phone. */
export function MemberList({ members, ...rest }: MemberListProps) {
  const { t } = useTranslation()
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const [shown, setShown] = useState(stepRows)
  const some = members.slice(0, shown)
  return (
    <>
      {isWide ? (
        <Suspense fallback={<Skeleton height={56 * some.length} radius="md" />}>
          <MemberTable members={some} {...rest} />
        </Suspense>
      ) : (
        <MemberCards members={some} {...rest} />
      )}
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

function MemberCards({ actor, members, isSubscribed, onAction }: MemberListProps) {
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
          <LateMemberMenu actor={actor} member={member} onAction={onAction} />
        </li>
      ))}
    </ul>
  )
}
