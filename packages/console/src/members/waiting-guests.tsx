import type { Member } from '@innkeeper/contract'
import { Box, Button, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Actor, useChannel } from '../channel/channel.ts'
import { useFormat } from '../ui/format/format.ts'
import { IconDoorEnter } from '../ui/icons/icons.ts'
import { type MemberAction, MemberMenu } from './member-menu.tsx'
import classes from './members.module.css'
import { offersFor } from './offers.ts'
import { Person } from './person.tsx'

type Props = { actor: Actor; guests: readonly Member[]; onAction: (criteria: MemberAction) => void }

/** Guests who wait for access, listed before everyone else. */
export function WaitingGuests({ actor, guests, onAction }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  return (
    <Box component="section" className={classes.guests} aria-labelledby={titleId}>
      <Box p="md" pb="xs">
        <Title order={2} size="h5" id={titleId}>
          {t('members.guests.title', { count: guests.length })}
        </Title>
        <Text size="sm" c="dimmed">
          {t('members.guests.text')}
        </Text>
      </Box>
      <ul className={classes.cards} aria-labelledby={titleId}>
        {guests.map((guest) => (
          <li key={guest.userId} className={classes.card}>
            <Box flex={1} miw={0}>
              <Person member={guest} isSubscribed={false}>
                <Text size="xs" c="dimmed">
                  {t('members.joined', { date: format.date(guest.joinedAt) })}
                </Text>
              </Person>
            </Box>
            {offersFor(actor, guest).roles.includes('member') && (
              <Button
                size="xs"
                classNames={{ section: classes.icon ?? '' }}
                leftSection={<IconDoorEnter size={16} stroke={1.75} />}
                aria-label={t('members.give.letInLabel', { name: guest.displayName })}
                onClick={() => onAction({ kind: 'role', member: guest, role: 'member' })}
              >
                {t('members.give.letIn')}
              </Button>
            )}
            {actor.role === 'owner' && <MemberMenu actor={actor} member={guest} onAction={onAction} />}
          </li>
        ))}
      </ul>
    </Box>
  )
}
