import type { ChannelDetail } from '@innkeeper/contract'
import { Button, EmptyState } from '@mantine/core'
import { IconArchive, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { WholeScreen } from '../shell/whole-screen.tsx'
import { overviewQuery } from './queries.ts'
import { useSubscribe } from './use-subscribe.ts'

/** Says what the backup is, before anything of it can be seen. */
export function SubscribeScreen({ channelId, detail }: { channelId: string; detail: ChannelDetail }) {
  const { t } = useTranslation()
  const { name } = detail.meta
  const subscribe = useSubscribe({ channelId, name })
  const card = useQuery(overviewQuery).data?.channels.find((one) => one.channelId === channelId)
  if (card && !card.backup.allowed) {
    return (
      <WholeScreen>
        <EmptyState icon={<IconLock stroke={1.5} />} withIndicatorBackground>
          <EmptyState.Title order={1}>{t('channels.gate.notAllowed.title')}</EmptyState.Title>
          <EmptyState.Description maw={460}>
            {t('channels.gate.notAllowed.text', { channel: name })}
          </EmptyState.Description>
        </EmptyState>
      </WholeScreen>
    )
  }
  return (
    <WholeScreen>
      <EmptyState icon={<IconArchive stroke={1.5} />} variant="light">
        <EmptyState.Title order={1}>{t('channels.gate.subscribe.title', { channel: name })}</EmptyState.Title>
        <EmptyState.Description maw={480}>
          {t('channels.gate.subscribe.text')}{' '}
          {detail.config.backup.enabled ? t('channels.gate.subscribe.kept') : t('channels.gate.subscribe.notKept')}
        </EmptyState.Description>
        <EmptyState.Actions>
          <Button loading={subscribe.isPending} onClick={() => subscribe.mutate()}>
            {t('channels.subscribe.confirm')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </WholeScreen>
  )
}
