import type { MemberActivity as Activity, MemberDetail } from '@innkeeper/contract'
import { Button, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { useFormat } from '../../ui/format/format.ts'
import { IconMessage, IconPhoto, IconSearch } from '../../ui/icons/icons.ts'
import { Section } from '../../ui/layout.tsx'
import classes from './member-page.module.css'
import { MiniBars } from './mini-bars.tsx'
import { activityQuery } from './queries.ts'

/** What they posted and when, with links to it. */
export function MemberActivity({ person }: { person: MemberDetail }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { userId } = person
  const activity = useQuery(activityQuery({ channelId, userId }))
  return (
    <Section title={t('people.activity.title')} text={t('people.activity.text')}>
      {activity.data ? (
        <Counted activity={activity.data} userId={userId} />
      ) : activity.error ? (
        <ErrorScreen inline error={activity.error} onRetry={() => void activity.refetch()} />
      ) : (
        <Skeleton height={180} radius="md" />
      )}
    </Section>
  )
}

function Counted({ activity, userId }: { activity: Activity; userId: string }) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const { messages, weeks, hours, countedFrom } = activity
  const note = countedFrom && t('people.activity.since', { date: format.date(countedFrom) })
  if (messages === 0) return <Text c="dimmed">{note ?? t('people.activity.none')}</Text>
  const week = (from: string) => t('people.activity.week', { date: format.plainDate(from) })
  return (
    <Stack gap="lg">
      <Counts activity={activity} />
      <Links activity={activity} userId={userId} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <div>
          <Title order={3} size="sm" fw={500} c="dimmed" mb="xs">
            {t('people.activity.byWeek')}
          </Title>
          <MiniBars
            label={t('people.activity.byWeek')}
            bars={weeks.map(({ from, messages: count }) => ({ key: from, label: week(from), count }))}
            ends={[format.plainDate(weeks[0]?.from ?? ''), format.plainDate(weeks.at(-1)?.from ?? '')]}
          />
        </div>
        <div>
          <Title order={3} size="sm" fw={500} c="dimmed" mb="xs">
            {t('people.activity.byHour')}
          </Title>
          <MiniBars
            label={t('people.activity.byHour')}
            bars={hours.map((count, hour) => ({ key: String(hour), label: `${hour}:00`, count }))}
            ends={['0:00', '23:00']}
          />
        </div>
      </SimpleGrid>
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  )
}

const shownTypes = ['image', 'video', 'audio', 'file'] as const

function Counts({ activity: { messages, types } }: { activity: Activity }) {
  const { t } = useTranslation()
  const format = useFormat()
  const figures = [
    { key: 'messages', label: t('people.activity.messages'), count: messages },
    ...shownTypes
      .filter((type) => types[type] > 0)
      .map((type) => ({ key: type, label: t(`people.activity.types.${type}`), count: types[type] })),
  ]
  return (
    <dl className={classes.figures}>
      {figures.map(({ key, label, count }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{format.count(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Links({ activity: { types, firstMessage, lastMessage }, userId }: { activity: Activity; userId: string }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const hasFiles = shownTypes.some((type) => types[type] > 0)
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconSearch size={16} />}
        renderRoot={(props) => (
          <Link to="/channels/$channelId/search" params={{ channelId }} search={{ sender: userId }} {...props} />
        )}
      >
        {t('people.activity.showMessages')}
      </Button>
      {hasFiles && (
        <Button
          variant="default"
          leftSection={<IconPhoto size={16} />}
          renderRoot={(props) => (
            <Link to="/channels/$channelId/gallery" params={{ channelId }} search={{ sender: userId }} {...props} />
          )}
        >
          {t('people.activity.showFiles')}
        </Button>
      )}
      {firstMessage && <Jump messageId={firstMessage.id} text={t('people.activity.first')} />}
      {lastMessage && <Jump messageId={lastMessage.id} text={t('people.activity.last')} />}
    </Group>
  )
}

function Jump({ messageId, text }: { messageId: string; text: string }) {
  const { channelId } = useChannel()
  return (
    <Button
      variant="subtle"
      leftSection={<IconMessage size={16} />}
      renderRoot={(props) => (
        <Link to="/channels/$channelId" params={{ channelId }} search={{ message: messageId }} {...props} />
      )}
    >
      {text}
    </Button>
  )
}
