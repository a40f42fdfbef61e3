import type { MemberDetail } from '@innkeeper/contract'
import { Anchor, Avatar, Badge, Box, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { picturePath } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { usePersonName } from '../../channel/members.ts'
import { useMyself } from '../../channel/myself.ts'
import { OwnData } from '../../channel/own-data/own-data.tsx'
import { subscriptionQuery } from '../../channel/queries.ts'
import { ZonedTime } from '../../channel/zoned-time.tsx'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { withTexts } from '../../locales/i18n.ts'
import { afterFirstLoad } from '../../ui/after-first-load.ts'
import { IconArrowLeft } from '../../ui/icons/icons.ts'
import { Section } from '../../ui/layout.tsx'
import { SlowNote } from '../../ui/slow-note.tsx'
import { RoleBadge } from '../person.tsx'
import { MemberActivity } from './member-activity.tsx'
import { personQuery } from './queries.ts'
import { RoleHistory } from './role-history.tsx'

// Below the rest, and its texts are those of the send log.
const MemberAnswers = lazy(afterFirstLoad(withTexts(() => import('./member-answers.tsx'), 'assistantParts')))

/** Everything about one person in this channel that the caller can see. */
export function MemberPage({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { channelId, detail } = useChannel()
  const nameOf = usePersonName()
  const person = useQuery(personQuery({ channelId, userId }))
  const name = person.data && nameOf(person.data)
  useDocumentTitle([name, detail.meta.name, t('shell.name')].filter(Boolean).join(' · '))
  return (
    <Stack gap="xl">
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/channels/$channelId/members" params={{ channelId }} {...props} />}
      >
        <Group gap={4} wrap="nowrap" component="span">
          <IconArrowLeft size={16} aria-hidden />
          {t('people.back')}
        </Group>
      </Anchor>
      {person.data ? (
        <Sections person={person.data} />
      ) : person.error ? (
        <ErrorScreen inline error={person.error} onRetry={() => void person.refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </Stack>
  )
}

function Sections({ person }: { person: MemberDetail }) {
  const { t } = useTranslation()
  const { channelId, detail } = useChannel()
  const isMe = useMyself(channelId)?.userId === person.userId
  const isSubscribed = useQuery(subscriptionQuery(channelId)).data?.subscribed ?? false
  const seesAnswers = isMe || detail.role === 'owner' || detail.role === 'admin'
  return (
    <>
      <Head person={person} isMe={isMe} />
      {isSubscribed ? <MemberActivity person={person} /> : <Text c="dimmed">{t('people.activity.needsBackup')}</Text>}
      {seesAnswers && (
        <Suspense fallback={<Skeleton height={140} radius="md" />}>
          <MemberAnswers userId={person.userId} isMe={isMe} />
        </Suspense>
      )}
      {person.roleChanges && <RoleHistory person={person} changes={person.roleChanges} />}
      {isMe && (
        <Section title={t('people.kept.title')} text={t('people.kept.inChannel', { channel: detail.meta.name })}>
          <OwnData channelId={channelId} />
        </Section>
      )}
    </>
  )
}

function Head({ person, isMe }: { person: MemberDetail; isMe: boolean }) {
  const { t } = useTranslation()
  const nameOf = usePersonName()
  const { joinedAt, firstSeenAt, leftAt, lastSeenAt } = person
  return (
    <Group wrap="nowrap" gap="lg" align="flex-start">
      <Avatar src={picturePath(person.pictureUrl)} size={88} alt="" />
      <Box miw={0}>
        <Group gap="xs">
          <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }} dir="auto">
            {nameOf(person)}
          </Title>
          {isMe && <Badge variant="light">{t('members.you')}</Badge>}
        </Group>
        <Group gap="xs" mt={6}>
          <RoleBadge member={person} />
        </Group>
        <Stack gap={2} mt="sm">
          <Fact label={t('people.firstSeen')}>
            <ZonedTime at={firstSeenAt} show="date" />
          </Fact>
          {joinedAt !== firstSeenAt && (
            <Fact label={t('people.cameBack')}>
              <ZonedTime at={joinedAt} show="date" />
            </Fact>
          )}
          {lastSeenAt !== null && (
            <Fact label={t('people.lastSeen')}>
              <ZonedTime at={lastSeenAt} />
            </Fact>
          )}
          {leftAt !== null && (
            <Fact label={t('members.column.left')}>
              <ZonedTime at={leftAt} show="date" />
            </Fact>
          )}
        </Stack>
      </Box>
    </Group>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {label}: {children}
    </Text>
  )
}

function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <Stack aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <SlowNote />
      <Skeleton height={88} width={320} radius="md" />
      <Skeleton height={160} radius="md" />
      <Skeleton height={120} radius="md" />
    </Stack>
  )
}
