import type { Member } from '@innkeeper/contract'
import { Box, Button, Center, Checkbox, Group, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Actor, useChannel } from '../channel/channel.ts'
import { usePersonName } from '../channel/members.ts'
import { useFormat } from '../ui/format/format.ts'
import { IconDoorEnter } from '../ui/icons/icons.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { LateMemberMenu } from './late-member-menu.tsx'
import type { MemberAction } from './member-menu.tsx'
import classes from './members.module.css'
import { offersFor } from './offers.ts'
import { Person } from './person.tsx'

type Props = { actor: Actor; guests: readonly Member[]; onAction: (criteria: MemberAction) => void }

/** Every row takes time to render. */
const stepRows = 50

/** Guests who wait for access, listed before everyone else. Several can be approved at once. */
export function WaitingGuests({ actor, guests, onAction }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const [shown, setShown] = useState(stepRows)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, asking] = useDisclosure(false)
  const mayApprove = guests.some((guest) => offersFor(actor, guest).roles.includes('member'))
  const isSeveral = mayApprove && guests.length > 1
  // Some may have left or been approved by someone else since they were selected.
  const selected = guests.filter(({ userId }) => chosen.has(userId))
  const choose = (userId: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(userId)
    else next.delete(userId)
    setChosen(next)
  }
  return (
    <Box component="section" className={classes.guests} aria-labelledby={titleId}>
      <Box p="md" pb="xs">
        <Title order={2} size="h5" id={titleId}>
          {t('members.guests.title', { count: guests.length })}
        </Title>
        <Text size="sm" c="dimmed">
          {t('members.guests.text')}
        </Text>
        {isSeveral && (
          <Group justify="space-between" mt="sm" gap="sm" mih={36}>
            <Checkbox
              label={t('members.bulk.all')}
              checked={selected.length === guests.length}
              indeterminate={selected.length > 0 && selected.length < guests.length}
              onChange={({ currentTarget: { checked } }) =>
                setChosen(new Set(checked ? guests.map(({ userId }) => userId) : []))
              }
            />
            {selected.length > 0 && (
              <Button size="sm" onClick={asking.open}>
                {t('members.bulk.approve', { count: selected.length })}
              </Button>
            )}
          </Group>
        )}
      </Box>
      <ul className={classes.cards} aria-labelledby={titleId}>
        {guests.slice(0, shown).map((guest) => (
          <GuestRow
            key={guest.userId}
            actor={actor}
            guest={guest}
            onAction={onAction}
            {...(isSeveral && { isChosen: chosen.has(guest.userId), onChoose: choose })}
          />
        ))}
      </ul>
      {shown < guests.length && (
        <Center p="md">
          <Button variant="default" onClick={() => setShown(shown + stepRows)}>
            {t('members.more')}
          </Button>
        </Center>
      )}
      <ApproveDialog guests={selected} opened={isAsking} onClose={asking.close} onDone={() => setChosen(new Set())} />
    </Box>
  )
}

type RowProps = Pick<Props, 'actor' | 'onAction'> & {
  guest: Member
  isChosen?: boolean
  /** Absent if there is nothing to choose from. */
  onChoose?: (userId: string, isChosen: boolean) => void
}

function GuestRow({ actor, guest, onAction, isChosen = false, onChoose }: RowProps) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const { userId } = guest
  const name = usePersonName()(guest)
  return (
    <li className={classes.card}>
      {onChoose && (
        <Checkbox
          aria-label={t('members.bulk.select', { name })}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(userId, currentTarget.checked)}
        />
      )}
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
          aria-label={t('members.give.letInLabel', { name })}
          onClick={() => onAction({ kind: 'role', member: guest, role: 'member' })}
        >
          {t('members.give.letIn')}
        </Button>
      )}
      {actor.role === 'owner' && <LateMemberMenu actor={actor} member={guest} onAction={onAction} />}
    </li>
  )
}
