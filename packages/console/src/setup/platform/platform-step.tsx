import type { PlatformConnection } from '@innkeeper/contract'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { type Platform, platformsQuery, usePageLanguage } from '../queries.ts'
import { StepCard } from '../step-card.tsx'
import { CheckList } from './check-list.tsx'
import { PlatformForm } from './platform-form.tsx'
import { useFollowedChecks } from './use-followed-checks.ts'
import { WebhookAddress } from './webhook-address.tsx'

/** Connects platforms. Everything it says about a platform comes from the platform's connector. */
export function PlatformStep({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const language = usePageLanguage()
  const platforms = useQuery(platformsQuery(language))
  if (platforms.error) return <ErrorScreen inline error={platforms.error} onRetry={() => void platforms.refetch()} />
  if (!platforms.data) return <Skeleton height={420} />
  const all = platforms.data.platforms
  const [only] = all
  if (only && all.length === 1) return <Connect platform={only} isOpen onDone={onDone} />
  return (
    <Stack gap="lg">
      {all.map((platform) => (
        <Connect key={platform.platform} platform={platform} isOpen={false} />
      ))}
      <Group justify="flex-end">
        <Button variant={all.some(({ isConnected }) => isConnected) ? 'filled' : 'default'} onClick={onDone}>
          {all.some(({ isConnected }) => isConnected) ? t('setup.next') : t('setup.skip')}
        </Button>
      </Group>
    </Stack>
  )
}

type Remedy = NonNullable<PlatformConnection['checks'][number]['remedy']>['id']

type ConnectProps = {
  platform: Platform
  /** Whether its form is shown at once. */
  isOpen: boolean
  /** Absent if there are several platforms, below which is one button to go on. */
  onDone?: () => void
}

function Connect({ platform, isOpen, onDone }: ConnectProps) {
  const { t } = useTranslation()
  const language = usePageLanguage()
  const client = useQueryClient()
  const { name } = platform
  const [isEditing, setIsEditing] = useState(isOpen && !platform.isConnected)
  const [found, setFound] = useState<PlatformConnection>()
  const take = async (connection: PlatformConnection) => {
    setFound(connection)
    await client.invalidateQueries({ queryKey: ['setup'] })
    await client.invalidateQueries({ queryKey: ['sign-in-ways'] })
  }
  const { follow, progress } = useFollowedChecks(platform)
  const check = useMutation({
    mutationFn: (remedies: Remedy[]) =>
      follow('checkPlatform', { platform: platform.platform, body: { language, remedies } }),
    onSuccess: take,
  })
  const checks = check.isPending ? progress : found?.checks
  // A check that passed says which address the platform uses.
  const isEntered = checks?.some(({ state, text }) => state === 'ok' && text?.includes(platform.webhookUrl)) ?? false
  if (isEditing) {
    return (
      <PlatformForm
        platform={platform}
        onConnected={(connection) => {
          setIsEditing(false)
          return take(connection)
        }}
        {...(onDone ? { onSkip: onDone } : { onCancel: () => setIsEditing(false) })}
      />
    )
  }
  if (!platform.isConnected) {
    return (
      <StepCard
        title={name}
        text={platform.intro}
        actions={<Button onClick={() => setIsEditing(true)}>{t('setup.platform.title', { name })}</Button>}
      />
    )
  }
  return (
    <StepCard
      title={t('setup.platform.connected', { name })}
      text={t('setup.platform.connectedText', { name })}
      actions={
        <>
          <Button variant="subtle" onClick={() => setIsEditing(true)}>
            {t('setup.platform.change')}
          </Button>
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate([])}>
            {t('setup.platform.check')}
          </Button>
          {onDone && <Button onClick={onDone}>{t('setup.next')}</Button>}
        </>
      }
    >
      <Stack gap="md">
        {!isEntered && <WebhookAddress platform={platform} />}
        {checks ? (
          <CheckList checks={checks} onRemedy={(id) => check.mutate([id])} isBusy={check.isPending} />
        ) : (
          <Text size="sm">{t('setup.platform.notChecked')}</Text>
        )}
        {check.error && <ErrorScreen inline error={check.error} />}
      </Stack>
    </StepCard>
  )
}
