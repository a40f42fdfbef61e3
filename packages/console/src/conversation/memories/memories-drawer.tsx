import type { OnThisDay, TimelineMessage } from '@innkeeper/contract'
import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mediaUrl } from '../../api/client.ts'
import { PersonLink } from '../../channel/person-link.tsx'
import { ZonedTime, ZoneNote } from '../../channel/zoned-time.tsx'
import { useConversationContext } from '../conversation-context.ts'
import { describeItem, nameOf } from '../message/describe.ts'
import classes from './memories.module.css'
import { memoriesQuery } from './memories-query.ts'

type Ways = { onMessage(id: string): void; onDay(date: string): void }
type Props = Ways & { opened: boolean; onClose(): void }

/** What was said on this day in earlier years. */
export default function MemoriesDrawer({ opened, onClose, ...ways }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size="md"
      title={t('memories.title')}
      closeButtonProps={{ 'aria-label': t('conversation.help.close') }}
    >
      {opened && <Years {...ways} />}
    </Drawer>
  )
}

function Years(ways: Ways) {
  const { t } = useTranslation()
  const { channelId } = useConversationContext()
  // A message may have been unsent since.
  const { data } = useQuery({ ...memoriesQuery(channelId), refetchOnMount: 'always' })
  return (
    <Stack gap="lg">
      <div>
        <Text size="sm" c="dimmed">
          {t('memories.private')}
        </Text>
        <ZoneNote mt="xs" />
      </div>
      {data?.years.map((year) => (
        <Year key={year.date} year={year} today={data.date} {...ways} />
      ))}
    </Stack>
  )
}

type YearProps = Ways & { year: OnThisDay['years'][number]; today: string }

function Year({ year: { date, messages }, today, onMessage, onDay }: YearProps) {
  const { t } = useTranslation()
  const { format } = useConversationContext()
  const count = Number(today.slice(0, 4)) - Number(date.slice(0, 4))
  const pictures = messages.filter(({ preview }) => preview !== null)
  const texts = messages.filter(({ preview }) => preview === null)
  return (
    <section>
      <Group justify="space-between" align="baseline" gap="xs" mb="xs">
        <Title order={3} size="h5">
          {t('memories.ago', { count })}
        </Title>
        <Text size="sm" c="dimmed">
          {format.plainDate(date)}
        </Text>
      </Group>
      {pictures.length > 0 && (
        <div className={classes.pictures}>
          {pictures.map((message) => (
            <Picture key={message.id} message={message} onMessage={onMessage} />
          ))}
        </div>
      )}
      {texts.map((message) => (
        <Words key={message.id} message={message} onMessage={onMessage} />
      ))}
      <Button size="compact-sm" variant="light" mt="xs" onClick={() => onDay(date)}>
        {t('memories.showDay')}
      </Button>
    </section>
  )
}

type EntryProps = { message: TimelineMessage; onMessage(id: string): void }

function Picture({ message, onMessage }: EntryProps) {
  const { t } = useTranslation()
  const { channelId } = useConversationContext()
  return (
    <button
      type="button"
      className={classes.picture}
      aria-label={t('memories.showMessage', { what: `${nameOf(message, t)}: ${describeItem(message, t)}` })}
      onClick={() => onMessage(message.id)}
    >
      <img src={mediaUrl.preview(channelId, message.id)} alt="" loading="lazy" decoding="async" />
    </button>
  )
}

function Words({ message, onMessage }: EntryProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.entry}>
      <Text size="xs" c="dimmed">
        <PersonLink userId={message.sender.id}>
          <bdi>{nameOf(message, t)}</bdi>
        </PersonLink>
        {' · '}
        <ZonedTime at={message.timestamp} show="time" />
      </Text>
      <button type="button" className={classes.message} onClick={() => onMessage(message.id)}>
        <Text component="span" lineClamp={4} className={classes.text} dir="auto">
          {describeItem(message, t)}
        </Text>
      </button>
    </div>
  )
}
