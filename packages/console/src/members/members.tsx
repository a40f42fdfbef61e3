import type { Member } from '@innkeeper/contract'
import { Button, EmptyState, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Actor, useActor, useChannel } from '../channel/channel.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { IconUsers } from '../ui/icons/icons.ts'
import { SlowNote } from '../ui/slow-note.tsx'
import { anyMember, chooseMembers, type LastSeen, type MemberCriteria } from './choose-members.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { MemberFilter } from './member-filter.tsx'
import { MemberList } from './member-list.tsx'
import type { MemberAction } from './member-menu.tsx'
import { limitOf } from './offers.ts'
import { RoleDialog } from './role-dialog.tsx'
import { useMembers } from './use-members.ts'
import { WaitingGuests } from './waiting-guests.tsx'

type Props = { criteria: MemberCriteria; onChange: (criteria: MemberCriteria) => void }

export function Members({ criteria, onChange }: Props) {
  const { t } = useTranslation()
  const { channelId, detail } = useChannel()
  const { members, guests, lastSeen, isSubscribed, otherSubscribers: others } = useMembers(channelId)
  const [chosen, setChosen] = useState<MemberAction>()
  const [isAsking, asking] = useDisclosure(false)
  const all = useMemo(
    () => (members.data && guests.data ? [...members.data.members, ...guests.data.members] : undefined),
    [members.data, guests.data],
  )
  const ask = (one: MemberAction) => {
    setChosen(one)
    asking.open()
  }
  // Most bots can't ask who is in a group, so they learn of people when those do something.
  const isPartial =
    all !== undefined && all.filter(({ status }) => status === 'active').length < detail.meta.memberCount
  const actor = useActor()
  const limit = limitOf(actor)
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="md">
        <div>
          <Title order={1} size="h2">
            {t('members.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('members.count', { count: detail.meta.memberCount })}
            {isPartial && ` · ${t('members.hidden')}`}
          </Text>
          {others > 0 && (
            <Text size="sm" c="dimmed">
              {t('members.backups', { count: others })}
            </Text>
          )}
        </div>
        <MemberFilter criteria={criteria} onChange={onChange} />
      </Group>
      {limit && (
        <Text size="sm" c="dimmed">
          {t(`members.why.${limit}`, { platform: actor.ownersFrom ?? '' })}
        </Text>
      )}
      {actor.role === 'owner' && actor.ownersFrom && (
        <Text size="sm" c="dimmed">
          {t('members.fromPlatform', { platform: actor.ownersFrom })}
        </Text>
      )}
      {all ? (
        <Chosen
          actor={actor}
          all={all}
          criteria={criteria}
          lastSeen={lastSeen}
          isSubscribed={isSubscribed}
          onAction={ask}
          onChange={onChange}
        />
      ) : members.error || guests.error ? (
        <ErrorScreen
          inline
          error={members.error ?? guests.error}
          onRetry={() => void Promise.all([members.refetch(), guests.refetch()])}
        />
      ) : (
        <RowSkeletons />
      )}
      {chosen?.kind === 'role' && (
        <RoleDialog member={chosen.member} role={chosen.role} opened={isAsking} onClose={asking.close} />
      )}
      {chosen?.kind === 'hand-over' && (
        <HandOverDialog member={chosen.member} opened={isAsking} onClose={asking.close} />
      )}
    </Stack>
  )
}

type ChosenProps = Props & {
  actor: Actor
  all: readonly Member[]
  lastSeen: LastSeen | undefined
  isSubscribed: boolean
  onAction: (criteria: MemberAction) => void
}

function Chosen({ actor, all, criteria, lastSeen, isSubscribed, onAction, onChange }: ChosenProps) {
  const { t } = useTranslation()
  const chosen = useMemo(() => chooseMembers(all, criteria, lastSeen), [all, criteria, lastSeen])
  const [waiting, others] = useMemo(() => [chosen.filter(isWaiting), chosen.filter((one) => !isWaiting(one))], [chosen])
  return (
    <>
      <VisuallyHidden role="status">{t('members.shown', { count: chosen.length })}</VisuallyHidden>
      {chosen.length === 0 && (
        <EmptyState icon={<IconUsers stroke={1.5} />} variant="light">
          <EmptyState.Title order={2}>{t('members.none.title')}</EmptyState.Title>
          <EmptyState.Description>{t('members.none.text')}</EmptyState.Description>
          <EmptyState.Actions>
            <Button variant="default" onClick={() => onChange({ ...anyMember, sort: criteria.sort })}>
              {t('members.none.all')}
            </Button>
          </EmptyState.Actions>
        </EmptyState>
      )}
      {waiting.length > 0 && <WaitingGuests actor={actor} guests={waiting} onAction={onAction} />}
      {others.length > 0 && (
        <MemberList
          actor={actor}
          members={others}
          lastSeen={lastSeen}
          isSubscribed={isSubscribed}
          onAction={onAction}
        />
      )}
    </>
  )
}

function isWaiting({ role, status }: Member): boolean {
  return role === 'guest' && status === 'active'
}

function RowSkeletons() {
  const { t } = useTranslation()
  return (
    <Stack gap="xs" aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <SlowNote />
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={56} radius="md" />
      ))}
    </Stack>
  )
}
