import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { overviewQuery } from '../../channel/queries.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { platformsQuery, usePageLanguage } from '../queries.ts'
import { StepCard } from '../step-card.tsx'
import { FirstMessage } from './first-message.tsx'
import { Invitations } from './invitations.tsx'

const lookEveryMs = 2_000

/** Brings the bot into a group, and shows that messages arrive. */
export function GroupStep({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const { t } = useTranslation()
  const language = usePageLanguage()
  const platforms = useQuery(platformsQuery(language))
  /** Groups that were there before someone asked for another one. */
  const [earlier, setEarlier] = useState<ReadonlySet<string>>(new Set())
  const overview = useQuery({ ...overviewQuery, refetchInterval: lookEveryMs })
  if (platforms.error) return <ErrorScreen inline error={platforms.error} onRetry={() => void platforms.refetch()} />
  if (overview.error) return <ErrorScreen inline error={overview.error} onRetry={() => void overview.refetch()} />
  if (!platforms.data || !overview.data) return <Skeleton height={420} />
  const connected = platforms.data.platforms.filter(({ isConnected }) => isConnected)
  const owned = overview.data.channels.filter(({ type, role }) => type !== 'user' && role === 'owner')
  const group = owned.find(({ channelId }) => !earlier.has(channelId))
  if (connected.length === 0) {
    return (
      <StepCard
        title={t('setup.group.title')}
        text={t('setup.group.notConnected')}
        actions={
          <>
            <Button variant="default" onClick={onDone}>
              {t('setup.skip')}
            </Button>
            <Button onClick={onBack}>{t('setup.group.connect')}</Button>
          </>
        }
      />
    )
  }
  return (
    <StepCard
      title={t('setup.group.title')}
      text={t('setup.group.text')}
      actions={
        <>
          {group && (
            <Button variant="subtle" onClick={() => setEarlier(new Set(owned.map(({ channelId }) => channelId)))}>
              {t('setup.group.another')}
            </Button>
          )}
          <Button variant={group?.backup.subscribed ? 'filled' : 'default'} onClick={onDone}>
            {group?.backup.subscribed ? t('setup.next') : t('setup.skip')}
          </Button>
        </>
      }
    >
      {group ? <FirstMessage key={group.channelId} group={group} /> : <Invitations platforms={connected} />}
    </StepCard>
  )
}
