import { InnkeeperError } from '@innkeeper/client'
import { Alert, Button, Code, Skeleton, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { Coded } from '../ui/coded.tsx'
import { isPublicAddress } from './public-address.ts'
import { settingsQuery } from './queries.ts'
import { StepCard } from './step-card.tsx'

/** At which address platforms and people reach the service. */
export function AddressStep({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const settings = useQuery(settingsQuery)
  const saved = settings.data?.settings.find(({ name }) => name === 'baseUrl')
  if (settings.error) return <ErrorScreen inline error={settings.error} onRetry={() => void settings.refetch()} />
  if (!saved) return <Skeleton height={280} />
  const isGiven = saved.source === 'environment' || saved.source === 'flag'
  if (isGiven) {
    return (
      <StepCard
        title={t('setup.address.title')}
        text={t('setup.address.text')}
        actions={<Button onClick={onDone}>{t('setup.next')}</Button>}
      >
        <Text>
          <Code>{saved.value}</Code>
        </Text>
        <Text size="sm" c="dimmed">
          {t('setup.address.given', { variable: saved.variable })}
        </Text>
      </StepCard>
    )
  }
  return <AddressForm saved={saved.value ?? ''} onDone={onDone} />
}

function AddressForm({ saved, onDone }: { saved: string; onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { origin } = window.location
  const [address, setAddress] = useState(saved || (isPublicAddress(origin) ? origin : ''))
  const save = useMutation({
    mutationFn: () => api.saveServiceSettings({ body: { changes: [{ name: 'baseUrl', value: address.trim() }] } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['setup'] })
      onDone()
    },
  })
  const isRefused = save.error instanceof InnkeeperError && save.error.status === 400
  const isOdd = address.trim() !== '' && !isPublicAddress(address.trim())
  return (
    <StepCard
      title={t('setup.address.title')}
      text={t('setup.address.text')}
      actions={
        <>
          <Button variant="default" onClick={onDone}>
            {t('setup.skip')}
          </Button>
          <Button loading={save.isPending} disabled={address.trim() === ''} onClick={() => save.mutate()}>
            {t('setup.saveNext')}
          </Button>
        </>
      }
    >
      <Text size="sm">
        {isPublicAddress(origin) ? t('setup.address.reachedPublic') : t('setup.address.reachedLocal')}{' '}
        <Code>{origin}</Code>
      </Text>
      <TextInput
        label={t('setup.address.label')}
        description={t('setup.address.hint')}
        placeholder="https://inn.example"
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        error={isRefused && t('setup.address.refused')}
        type="url"
        autoComplete="off"
      />
      {isOdd && !isRefused && <Alert color="orange">{t('setup.address.notPublic')}</Alert>}
      {save.error && !isRefused && <ErrorScreen inline error={save.error} />}
      <Text size="sm" c="dimmed">
        <Coded text={t('setup.address.https')} />
      </Text>
    </StepCard>
  )
}
