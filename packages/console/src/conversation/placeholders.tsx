import { Button, Group, Skeleton, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { failureOf } from '../errors/failure.ts'
import { IconMessages } from '../ui/icons/icons.ts'
import { SlowNote } from '../ui/slow-note.tsx'
import type { Snapshot } from './timeline/snapshot.ts'

const skeletonLines = [
  { width: 46, height: 40, isMine: false },
  { width: 62, height: 62, isMine: false },
  { width: 34, height: 40, isMine: true },
  { width: 52, height: 180, isMine: false },
  { width: 40, height: 40, isMine: true },
  { width: 58, height: 62, isMine: false },
] as const

export function ConversationSkeleton() {
  const { t } = useTranslation()
  return (
    <Stack gap="lg" maw={860} w="100%" mx="auto" p="xl" justify="flex-end" h="100%" aria-busy>
      <VisuallyHidden role="status">{t('conversation.opening')}</VisuallyHidden>
      <SlowNote />
      {skeletonLines.map(({ width, height, isMine }) => (
        <Group key={width} gap="sm" align="flex-start" wrap="nowrap" justify={isMine ? 'flex-end' : 'flex-start'}>
          {!isMine && <Skeleton height={36} circle />}
          <Skeleton height={height} width={`${width}%`} radius="lg" />
        </Group>
      ))}
    </Stack>
  )
}

export function EmptyConversation() {
  const { t } = useTranslation()
  return (
    <Stack h="100%" align="center" justify="center" gap="sm" p="xl" ta="center">
      <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
        <IconMessages size={28} stroke={1.5} />
      </ThemeIcon>
      <Title order={2} size="h3">
        {t('conversation.empty.title')}
      </Title>
      <Text c="dimmed" maw={420}>
        {t('conversation.empty.text')}
      </Text>
    </Stack>
  )
}

type FailedProps = { failure: NonNullable<Snapshot['failure']>; onRetry(): void; onLatest(): void }

/** If a day or message cannot be opened, the latest messages may still be there. */
export function FailedOpening({ failure: { error, start }, onRetry, onLatest }: FailedProps) {
  const { t } = useTranslation()
  const { kind } = failureOf(error, { opening: true })
  const isGone = kind === 'message-not-found' || kind === 'invalid'
  const wayOut = start.kind !== 'end' && <Button onClick={onLatest}>{t('conversation.goToLatest')}</Button>
  return <ErrorScreen error={error} wayOut={wayOut} {...(isGone ? {} : { onRetry })} />
}
