import type { ImportDetail } from '@innkeeper/contract'
import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { useFormat } from '../../ui/format/format.ts'
import { RowSkeletons } from '../../ui/rows.tsx'
import { percentOf } from '../import-states.ts'
import classes from '../imports.module.css'
import type { PreviewedDetail } from '../preview/draft.ts'
import { PreviewView } from '../preview/preview-view.tsx'
import { importQuery } from '../queries.ts'
import { WorkBar } from '../work-bar.tsx'
import { DropButton } from './drop-button.tsx'
import { Ended } from './ended.tsx'
import { RefusedView } from './refused-view.tsx'

type Props = { number: number; onClose(): void }

/** One import, from its upload to its end. */
export function ImportPage({ number, onClose }: Props) {
  const { channelId } = useChannel()
  const { data: detail, error, refetch } = useQuery(importQuery(channelId, number))
  const previewed = useLastPreviewed(detail)
  if (!detail) return error ? <ErrorScreen inline error={error} onRetry={() => void refetch()} /> : <RowSkeletons />
  const { state, fileName } = detail
  return (
    <Stack gap="lg">
      <Title order={2} size="h3" className={classes.name ?? ''}>
        {fileName}
      </Title>
      {state === 'refused' && <RefusedView key={detail.reason} detail={detail} onClose={onClose} />}
      <Work detail={detail} />
      {state === 'reading' && <DropButton number={number} onDropped={onClose} />}
      {/* Stays while the file is read again, so that no one loses their place. */}
      {previewed && (state === 'ready' || state === 'reading') && (
        <PreviewView detail={previewed} isOld={state === 'reading'} onClose={onClose} />
      )}
      <Ended detail={detail} onClose={onClose} />
    </Stack>
  )
}

/** The preview, and the one before it until the next is there. */
function useLastPreviewed(detail: ImportDetail | undefined): PreviewedDetail | undefined {
  const [last, setLast] = useState<PreviewedDetail>()
  if (detail?.preview && detail.state === 'ready' && detail !== last) {
    setLast(detail as PreviewedDetail)
    return detail as PreviewedDetail
  }
  return last
}

function Work({ detail: { state, progress, fileSize } }: { detail: ImportDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (state !== 'reading' && state !== 'writing' && state !== 'undoing') return null
  const linesOf = ({ done, total }: NonNullable<typeof progress>) =>
    t('imports.work.lines', { done: format.count(done), total: format.count(total) })
  const detail = state === 'reading' ? format.size(fileSize) : progress ? linesOf(progress) : undefined
  return (
    <Stack gap="xs" className={classes.card ?? ''}>
      <WorkBar label={t(`imports.work.${state}`)} percent={percentOf(progress)} detail={detail} />
      {state !== 'reading' && (
        <Text size="sm" c="dimmed">
          {t('imports.work.leave')}
        </Text>
      )}
    </Stack>
  )
}
