import type { KeptItem } from '@innkeeper/contract'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { IconDownload } from '../../ui/icons/icons.ts'
import { channelKey } from '../queries.ts'
import { KeptItems } from './kept-items.tsx'

const formats = ['txt', 'jsonl'] as const

/** What one channel keeps about the signed-in person, and their messages as a file. */
export function OwnData({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const kept = useQuery({
    queryKey: [...channelKey(channelId), 'kept'],
    queryFn: () => api.getKeptInChannel({ channelId }),
  })
  if (!kept.data) {
    if (kept.error) return <ErrorScreen inline error={kept.error} onRetry={() => void kept.refetch()} />
    return <Skeleton height={72} radius="md" />
  }
  const { items } = kept.data
  return (
    <Stack gap="sm">
      {items.length === 0 ? <Text c="dimmed">{t('people.kept.nothing')}</Text> : <KeptItems items={items} />}
      {hasMessages(items) && (
        <Group gap="xs">
          {formats.map((format) => (
            <Button
              key={format}
              variant="default"
              size="sm"
              leftSection={<IconDownload size={16} />}
              component="a"
              href={`/api/channels/${encodeURIComponent(channelId)}/kept/messages?format=${format}`}
              download
            >
              {t(`people.kept.export.${format}`)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}

function hasMessages(items: readonly KeptItem[]): boolean {
  return items.some(({ kind, count }) => kind === 'messages' && count > 0)
}
