import { InnkeeperError } from '@innkeeper/client'
import type { ServiceSettingList } from '@innkeeper/contract'
import { Alert, Button, Code, Skeleton, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { SettingsRefused } from '../errors/service-settings/settings-refused.tsx'
import { Coded } from '../ui/coded.tsx'
import { AddressChecks } from './address-checks.tsx'
import { type CertificateName, OwnCertificate } from './own-certificate.tsx'
import { isPublicAddress } from './public-address.ts'
import { settingsQuery } from './queries.ts'
import { StepCard } from './step-card.tsx'

type Setting = ServiceSettingList['settings'][number]

/** At which address platforms and people reach the service. */
export function AddressStep({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const settings = useQuery(settingsQuery)
  const saved = settings.data?.settings.find(({ name }) => name === 'baseUrl')
  if (settings.error) return <ErrorScreen inline error={settings.error} onRetry={() => void settings.refetch()} />
  if (!settings.data || !saved) return <Skeleton height={280} />
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
        <AddressChecks />
      </StepCard>
    )
  }
  return <AddressForm settings={new Map(settings.data.settings.map((one) => [one.name, one]))} onDone={onDone} />
}

function AddressForm({ settings, onDone }: { settings: ReadonlyMap<string, Setting>; onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { origin } = window.location
  const saved = settings.get('baseUrl')?.value ?? ''
  const [address, setAddress] = useState(saved || (isPublicAddress(origin) ? origin : ''))
  const [certificate, setCertificate] = useState<Partial<Record<CertificateName, string>>>({})
  const changes = Object.entries({ baseUrl: address, ...certificate }).flatMap(([name, typed]) => {
    const value = typed.trim()
    return value === (settings.get(name)?.value ?? '') ? [] : [{ name, value: value === '' ? null : value }]
  })
  const hasCertificate = changes.some(({ name }) => name !== 'baseUrl')
  const save = useMutation({
    mutationFn: async () => {
      if (changes.length > 0) await api.saveServiceSettings({ body: { changes } })
      return { needsRestart: hasCertificate }
    },
    onSuccess: async ({ needsRestart }) => {
      await client.invalidateQueries({ queryKey: ['setup'] })
      if (!needsRestart) onDone()
    },
  })
  const isRefused = save.error instanceof InnkeeperError && save.error.status === 400
  const isAddressRefused = isRefused && !hasCertificate
  const isOdd = address.trim() !== '' && !isPublicAddress(address.trim())
  const isSaved = save.data?.needsRestart === true && changes.length === 0
  const canSave = address.trim() !== '' || changes.length > 0
  return (
    <StepCard
      title={t('setup.address.title')}
      text={t('setup.address.text')}
      actions={
        isSaved ? (
          <Button onClick={onDone}>{t('setup.next')}</Button>
        ) : (
          <>
            <Button variant="default" onClick={onDone}>
              {t('setup.skip')}
            </Button>
            <Button loading={save.isPending} disabled={!canSave} onClick={() => save.mutate()}>
              {t('setup.saveNext')}
            </Button>
          </>
        )
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
        error={isAddressRefused && t('setup.address.refused')}
        type="url"
        autoComplete="off"
      />
      {isOdd && !isRefused && <Alert color="orange">{t('setup.address.notPublic')}</Alert>}
      <AddressChecks />
      <Text size="sm" c="dimmed">
        <Coded text={t('setup.address.https')} />
      </Text>
      <OwnCertificate
        settings={settings}
        values={certificate}
        onChange={(name, value) => setCertificate((before) => ({ ...before, [name]: value }))}
      />
      {isSaved && (
        <Alert color="brand" role="status">
          <Coded text={t('setup.address.acme.saved')} />
        </Alert>
      )}
      {save.error && !isAddressRefused && (
        <SettingsRefused error={save.error} settings={[...settings.values()]} changes={changes} />
      )}
    </StepCard>
  )
}
