import type { AuditEntry } from '@innkeeper/contract'
import { Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { useKnownNames } from '../../channel/members.ts'
import { PersonLink } from '../../channel/person-link.tsx'
import { channelKey } from '../../channel/queries.ts'
import { ZonedTime, ZoneNote } from '../../channel/zoned-time.tsx'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { SettingsSkeleton } from '../setting-group.tsx'
import classes from '../settings.module.css'
import { type SentencePart, useAuditText } from './use-audit-text.ts'

/** The audit log, page by page. */
export function AuditLog() {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const log = useInfiniteQuery({
    queryKey: [...channelKey(channelId), 'audit'],
    queryFn: ({ pageParam: cursor }) => api.listAudit({ channelId, ...(cursor && { cursor }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // People look here for what they have just changed.
    staleTime: 0,
  })
  const entries = log.data?.pages.flatMap((page) => page.entries)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('settings.log.text')}
      </Text>
      <ZoneNote />
      {!entries &&
        (log.error ? (
          <ErrorScreen inline error={log.error} onRetry={() => void log.refetch()} />
        ) : (
          <SettingsSkeleton />
        ))}
      {entries?.length === 0 && <Text>{t('settings.log.none')}</Text>}
      {entries && entries.length > 0 && (
        <>
          <Entries entries={entries} />
          <LoadMore
            list={log}
            loading={t('settings.log.loading')}
            failed={t('settings.log.failed')}
            end={t('settings.log.end')}
          />
        </>
      )}
    </Stack>
  )
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation()
  const auditText = useAuditText(useKnownNames())
  return (
    <ul className={classes.entries} aria-label={t('settings.log.list')}>
      {entries.map((entry) => {
        const { sentence, details } = auditText(entry)
        return (
          <li key={entry.id} className={classes.entry}>
            <Sentence parts={sentence} />
            {details.map((detail) => (
              <Text key={detail} size="sm">
                {detail}
              </Text>
            ))}
            <Text size="xs" c="dimmed" mt={2}>
              <ZonedTime at={entry.at} />
              {/* Sign-ins have ids, too, but people don't know them. */}
              {entry.keyId?.startsWith('k_') && ` · ${t('settings.log.key', { id: entry.keyId })}`}
            </Text>
          </li>
        )
      })}
    </ul>
  )
}

function Sentence({ parts }: { parts: readonly SentencePart[] }) {
  return (
    <Text>
      {parts.map((part) =>
        typeof part === 'string' ? (
          part
        ) : (
          <PersonLink key={part.key} userId={part.userId}>
            {part.name}
          </PersonLink>
        ),
      )}
    </Text>
  )
}
