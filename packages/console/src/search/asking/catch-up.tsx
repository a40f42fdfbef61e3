import type { ChannelDigest, TimelineMessage } from '@innkeeper/contract'
import { Anchor, Group, Paper, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { channelKey } from '../../channel/queries.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { useFormat } from '../../ui/format/format.ts'

type Props = { channelId: string; timezone: string | undefined }

const spans = ['read', 'today', 'week'] as const
type Span = (typeof spans)[number]

/** What stood out in a channel lately. */
export function CatchUp({ channelId, timezone }: Props) {
  const { t } = useTranslation()
  const [since, setSince] = useState<Span>('read')
  const digest = useQuery({
    queryKey: [...channelKey(channelId), 'digest', since],
    queryFn: () => api.getDigest({ channelId, since }),
    // Reading on in the conversation changes it.
    staleTime: 0,
  })
  return (
    <Paper component="section" withBorder p="md" aria-label={t('asking.catchUp.title')}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('asking.catchUp.since')}
          value={since}
          onChange={(value) => setSince(value as Span)}
          data={spans.map((value) => ({ value, label: t(`asking.catchUp.spans.${value}`) }))}
        />
        {digest.error && <ErrorScreen inline error={digest.error} onRetry={() => void digest.refetch()} />}
        {digest.isPending && <Skeleton height={80} />}
        {digest.data && <Digest digest={digest.data} channelId={channelId} timezone={timezone} />}
      </Stack>
    </Paper>
  )
}

function Digest({ digest, channelId, timezone }: Props & { digest: ChannelDigest }) {
  const { t } = useTranslation()
  const format = useFormat(timezone)
  const { messages, replied, questions, links, files, moves, isWhole, from } = digest
  const line = (message: TimelineMessage, note?: string) => (
    <Line key={message.id} message={message} note={note} channelId={channelId} timezone={timezone} />
  )
  return (
    <Stack gap="sm" role="status">
      <Text size="sm" c="dimmed">
        {messages === 0
          ? t('asking.catchUp.none')
          : t('asking.catchUp.count', { count: messages, since: format.dateTime(from) })}
        {!isWhole && ` ${t('asking.catchUp.latest')}`}
      </Text>
      <Part title={t('asking.catchUp.replied')}>
        {replied.map(({ message, replies }) => line(message, t('asking.catchUp.replies', { count: replies })))}
      </Part>
      <Part title={t('asking.catchUp.questions')}>{questions.map((message) => line(message))}</Part>
      <Part title={t('asking.catchUp.links')}>{links.map((message) => line(message))}</Part>
      <Part title={t('asking.catchUp.files')}>{files.map((message) => line(message))}</Part>
      <Part title={t('asking.catchUp.moves')}>
        {moves.map(({ id, what, person, at }) => (
          <li key={id}>
            <Text size="sm">
              {t(what === 'joined' ? 'asking.catchUp.joined' : 'asking.catchUp.left', { name: person?.name ?? '' })}
              <Text span size="xs" c="dimmed" ms={6}>
                {format.dateTime(at)}
              </Text>
            </Text>
          </li>
        ))}
      </Part>
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ul style={{ margin: 0, paddingInlineStart: '1.2em' }}>{children}</ul>
    </section>
  )
}

/** Leads to the message in the conversation. */
function Line({ message, note, channelId, timezone }: Props & { message: TimelineMessage; note: string | undefined }) {
  const { t } = useTranslation()
  const format = useFormat(timezone)
  return (
    <li>
      <Anchor
        size="sm"
        c="inherit"
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(props) => (
          <Link to="/channels/$channelId" params={{ channelId }} search={{ message: message.id }} {...props} />
        )}
      >
        <bdi>{textOf(message) || t(`search.kind.${message.type}`)}</bdi>
      </Anchor>
      <Group gap={6}>
        <Text size="xs" c="dimmed">
          <bdi>{message.sender.name}</bdi> · {format.dateTime(message.timestamp)}
          {note !== undefined && ` · ${note}`}
        </Text>
      </Group>
    </li>
  )
}

const longest = 160

/** Empty if nothing in the message can be read. */
function textOf(message: TimelineMessage): string {
  const text = message.type === 'text' ? message.content : (captionOf(message) ?? message.title ?? '')
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
}

function captionOf(message: TimelineMessage): string | undefined {
  if ('fileName' in message) return message.fileName
  return 'caption' in message ? message.caption : undefined
}
