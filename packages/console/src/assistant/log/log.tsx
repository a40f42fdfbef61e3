import { Button, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { ZoneNote } from '../../channel/zoned-time.tsx'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { IconRefresh } from '../../ui/icons/icons.ts'
import { Section } from '../../ui/layout.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { RowSkeletons } from '../../ui/rows.tsx'
import { rulesQuery } from '../queries.ts'
import classes from './log.module.css'
import { LogFilters } from './log-filters.tsx'
import { SendRow } from './send-row.tsx'
import { type LogCriteria, sendStates, useLog } from './use-log.ts'

export default function LogPart() {
  const { state, rule = '', message = '' } = useSearch({ from: '/app/channels/$channelId/assistant' })
  return <Sends criteria={{ state: sendStates.find((one) => one === state) ?? '', rule, message }} />
}

/** The filters are in the URL, so that a rule can link to its own entries. */
function Sends({ criteria }: { criteria: LogCriteria }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const found = useLog(criteria)
  const change = (some: Partial<LogCriteria>) =>
    void navigate({
      to: '/channels/$channelId/assistant',
      params: { channelId },
      search: { part: 'log', ...criteria, ...some },
      replace: true,
      resetScroll: false,
    })
  const refresh = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={found.log.isRefetching}
      onClick={() => void found.log.refetch()}
    >
      {t('assistantParts.log.refresh')}
    </Button>
  )
  return (
    <Section title={t('assistantParts.log.title')} text={t('assistantParts.log.text')} action={refresh}>
      <LogFilters criteria={criteria} onChange={change} />
      <ZoneNote />
      <SendList criteria={criteria} found={found} />
    </Section>
  )
}

function SendList({ criteria, found: { log, sends } }: { criteria: LogCriteria; found: ReturnType<typeof useLog> }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const rules = useQuery(rulesQuery(channelId)).data
  if (!log.data) {
    if (log.error) return <ErrorScreen inline error={log.error} onRetry={() => void log.refetch()} />
    return <RowSkeletons />
  }
  const isFiltered = criteria.state !== '' || criteria.rule !== '' || criteria.message !== ''
  // A filtered page may be empty although the next one is not.
  if (sends.length === 0 && !log.hasNextPage) {
    return <Text c="dimmed">{t(isFiltered ? 'assistantParts.log.noneFiltered' : 'assistantParts.log.none')}</Text>
  }
  const questions = new Map(rules?.map(({ id, question }) => [id, question]))
  return (
    <>
      <VisuallyHidden role="status">{log.isFetching ? t('shell.loading') : ''}</VisuallyHidden>
      <ol className={classes.list} aria-label={t('assistantParts.log.list')}>
        {sends.map((send) => (
          <SendRow key={send.id} of={send} questions={rules && questions} />
        ))}
      </ol>
      <LoadMore
        list={log}
        loading={t('assistantParts.log.loading')}
        failed={t('assistantParts.log.failed')}
        end={t('assistantParts.log.end')}
      />
    </>
  )
}
