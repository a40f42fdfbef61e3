import type { ServiceSettingList } from '@innkeeper/contract'
import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertTest } from '../../alerts/alert-test.tsx'
import { api } from '../../api/client.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { SettingsRefused } from '../../errors/service-settings/settings-refused.tsx'
import { Coded } from '../../ui/coded.tsx'
import { settingsQuery } from '../queries.ts'
import { StepCard } from '../step-card.tsx'
import { createWebhookSecret } from './create-secret.ts'
import { SnapshotPlan } from './snapshot-plan.tsx'
import { useSettingValues } from './use-setting-values.ts'

const mailNames = ['smtpServer', 'smtpUser', 'smtpPassword', 'alertMailTo'] as const
const webhookNames = ['alertWebhookUrl', 'alertWebhookSecret'] as const
const names = ['snapshotSchedule', ...mailNames, ...webhookNames] as const
type Name = (typeof names)[number]

/** Snapshots, and how the operator is told that something needs attention. Everything can stay empty. */
export function SafetyStep({ onDone }: { onDone: () => void }) {
  const settings = useQuery(settingsQuery)
  if (settings.error) return <ErrorScreen inline error={settings.error} onRetry={() => void settings.refetch()} />
  if (!settings.data) return <Skeleton height={420} radius="lg" />
  return <SafetyForm settings={settings.data.settings} onDone={onDone} />
}

function SafetyForm({ settings, onDone }: { settings: ServiceSettingList['settings']; onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { put, get, find, changes } = useSettingValues<Name>(names, settings)
  const [secret, setSecret] = useState('')
  const save = useMutation({
    mutationFn: async () => {
      if (changes.length > 0) await api.saveServiceSettings({ body: { changes } })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['setup'] })
      onDone()
    },
  })
  const inputFor = (name: Name, placeholder = '') => {
    const setting = find(name)
    return {
      label: t(`serviceSettings.names.${name}.label`),
      description: <Coded text={t(`serviceSettings.names.${name}.help`)} />,
      placeholder: setting?.isSecret && setting.isSet ? t('setup.platform.kept') : placeholder,
      value: get(name),
      disabled: setting?.source === 'environment' || setting?.source === 'flag',
      autoComplete: 'off',
      spellCheck: false,
      onChange: (event: { currentTarget: HTMLInputElement }) => put(name, event.currentTarget.value),
    }
  }
  const create = () => {
    const fresh = createWebhookSecret()
    setSecret(fresh)
    put('alertWebhookSecret', fresh)
  }
  const changesOf = (wanted: readonly Name[]) => changes.filter(({ name }) => wanted.includes(name))
  const canCreate = !inputFor('alertWebhookSecret').disabled
  return (
    <StepCard
      title={t('alerts.title')}
      text={t('alerts.text')}
      actions={
        <Button
          variant={changes.length > 0 ? 'filled' : 'default'}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {changes.length > 0 ? t('setup.saveNext') : t('setup.skip')}
        </Button>
      }
    >
      <Part title={t('alerts.snapshots.title')} text={t('alerts.snapshots.text')}>
        <SnapshotPlan field={inputFor('snapshotSchedule', 'daily 03:00')} />
      </Part>
      <Part title={t('alerts.mail.title')} text={t('alerts.mail.text')}>
        <TextInput {...inputFor('smtpServer', 'mail.inn.example:587')} autoCapitalize="none" />
        <TextInput {...inputFor('smtpUser')} autoCapitalize="none" />
        <PasswordInput {...inputFor('smtpPassword')} autoComplete="new-password" />
        <TextInput {...inputFor('alertMailTo', 'you@inn.example')} autoCapitalize="none" />
        <AlertTest way="mail" settings={settings} changes={changesOf(mailNames)} />
      </Part>
      <Part title={t('alerts.webhook.title')} text={t('alerts.webhook.text')}>
        <TextInput {...inputFor('alertWebhookUrl', 'https://')} type="url" autoCapitalize="none" />
        <PasswordInput {...inputFor('alertWebhookSecret')} autoComplete="new-password" />
        {canCreate && (
          <Anchor component="button" type="button" size="sm" ta="start" onClick={create}>
            {t('alerts.webhook.create')}
          </Anchor>
        )}
        {secret !== '' && get('alertWebhookSecret') === secret && (
          <Alert role="status" title={t('alerts.webhook.created')}>
            <code style={{ overflowWrap: 'anywhere' }}>{secret}</code>
          </Alert>
        )}
        <AlertTest way="webhook" settings={settings} changes={changesOf(webhookNames)} />
      </Part>
      {save.error && <SettingsRefused error={save.error} settings={settings} changes={changes} />}
    </StepCard>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <div>
        <Title order={3} size="h5">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      {children}
    </Stack>
  )
}
