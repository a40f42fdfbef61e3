import type { OperatorReport } from '@innkeeper/contract'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { useFormat } from '../ui/format/format.ts'
import { Section } from '../ui/layout.tsx'
import { Row, Rows } from '../ui/rows.tsx'
import { reportQuery } from './queries.ts'

type Buried = OperatorReport['jobs']['buried'][number]

/** Jobs that were given up, and why. */
export function BuriedJobs({ buried }: { buried: readonly Buried[] }) {
  const { t } = useTranslation()
  const retry = useRetry()
  if (buried.length === 0) return null
  const retriable = buried.filter(({ canRetry }) => canRetry)
  return (
    <Section
      title={t('operator.buried.title')}
      text={t('operator.buried.text')}
      action={
        retriable.length > 1 && (
          <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate(retriable)}>
            {t('operator.buried.retryAll', { count: retriable.length })}
          </Button>
        )
      }
    >
      <Rows label={t('operator.buried.title')}>
        {buried.map((job) => (
          <BuriedRow key={job.id} job={job} />
        ))}
      </Rows>
    </Section>
  )
}

function BuriedRow({ job }: { job: Buried }) {
  const { t } = useTranslation()
  const format = useFormat()
  const retry = useRetry()
  const name = t(`operator.kinds.${job.kind}`)
  const facts = [job.reason, format.ago(job.buriedAt), job.channelId]
  return (
    <Row
      name={name}
      facts={job.canRetry ? facts : [...facts, t('operator.buried.tooLate')]}
      action={
        job.canRetry && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={retry.isPending}
            aria-label={t('operator.buried.retryLabel', { name, id: job.id })}
            onClick={() => retry.mutate([job])}
          >
            {t('operator.buried.retry')}
          </Button>
        )
      }
    />
  )
}

function useRetry() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (jobs: readonly Buried[]) => {
      for (const { id } of jobs) await api.retryJob({ jobId: id })
    },
    onSuccess: (_, jobs) => notifications.show({ message: t('operator.buried.retried', { count: jobs.length }) }),
    onError: useNotifyFailure(),
    onSettled: () => client.invalidateQueries({ queryKey: reportQuery.queryKey }),
  })
}
