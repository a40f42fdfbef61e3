import type { ModelCheck, ServiceSettingList } from '@innkeeper/contract'
import { Alert, Button, Group, PasswordInput, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { SettingsRefused } from '../errors/service-settings/settings-refused.tsx'
import { useJoin } from '../ui/format/join.ts'
import { LateNumberInput } from '../ui/late-fields.tsx'
import { settingsQuery } from './queries.ts'
import { StepCard } from './step-card.tsx'

const names = ['retentionCeilingDays', 'aiBaseUrl', 'aiModel', 'aiKey'] as const
type Name = (typeof names)[number]
type Setting = ServiceSettingList['settings'][number]

/** How long messages are kept at most, and the language model. Both can stay empty. */
export function OptionsStep({ onDone }: { onDone: () => void }) {
  const settings = useQuery(settingsQuery)
  if (settings.error) return <ErrorScreen inline error={settings.error} onRetry={() => void settings.refetch()} />
  if (!settings.data) return <Skeleton height={420} />
  return <OptionsForm settings={new Map(settings.data.settings.map((one) => [one.name, one]))} onDone={onDone} />
}

function OptionsForm({ settings, onDone }: { settings: ReadonlyMap<string, Setting>; onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [values, setValues] = useState<Partial<Record<Name, string>>>({})
  const changes = names.flatMap((name) => {
    const value = values[name]?.trim()
    if (value === undefined || value === (settings.get(name)?.value ?? '')) return []
    return [{ name, value: value === '' ? null : value }]
  })
  const save = useMutation({
    mutationFn: async () => {
      if (changes.length > 0) await api.saveServiceSettings({ body: { changes } })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['setup'] })
      onDone()
    },
  })
  const check = useMutation({
    mutationFn: () =>
      api.checkModel({ body: { changes: changes.filter(({ name }) => name !== 'retentionCeilingDays') } }),
  })
  const inputFor = (name: Name) => {
    const setting = settings.get(name)
    return {
      label: t(`setup.options.${name}.label`),
      description: t(`setup.options.${name}.hint`),
      value: values[name] ?? setting?.value ?? '',
      disabled: setting?.source === 'environment' || setting?.source === 'flag',
      autoComplete: 'off',
      onChange: (event: { currentTarget: HTMLInputElement }) => put(name, event.currentTarget.value),
    }
  }
  const put = (name: Name, value: string) => setValues((before) => ({ ...before, [name]: value }))
  const { onChange: _, ...retention } = inputFor('retentionCeilingDays')
  const hasModel = inputFor('aiBaseUrl').value !== ''
  return (
    <StepCard
      title={t('setup.options.title')}
      text={t('setup.options.text')}
      actions={
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          {changes.length > 0 ? t('setup.saveFinish') : t('setup.finish')}
        </Button>
      }
    >
      <LateNumberInput
        {...retention}
        onChange={(value) => put('retentionCeilingDays', String(value))}
        min={1}
        max={36_500}
        allowDecimal={false}
        maw={320}
      />
      <Stack gap="sm">
        <div>
          <Title order={3} size="h5">
            {t('setup.options.model')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('setup.options.modelText')}
          </Text>
        </div>
        <TextInput {...inputFor('aiBaseUrl')} placeholder="http://127.0.0.1:11434/v1" type="url" />
        <TextInput {...inputFor('aiModel')} />
        <PasswordInput
          {...inputFor('aiKey')}
          placeholder={settings.get('aiKey')?.isSet ? t('setup.platform.kept') : ''}
        />
        <Group>
          <Button variant="default" disabled={!hasModel} loading={check.isPending} onClick={() => check.mutate()}>
            {t('setup.options.test')}
          </Button>
        </Group>
        {check.data && !check.isPending && <ModelFound check={check.data} />}
      </Stack>
      {[save.error, check.error].map(
        (error) =>
          error && (
            <SettingsRefused key={error.message} error={error} settings={[...settings.values()]} changes={changes} />
          ),
      )}
    </StepCard>
  )
}

/** The details are the endpoint's own words, or the error of the connection, and stay as they are. */
function ModelFound({ check: { state, detail } }: { check: ModelCheck }) {
  const { t } = useTranslation()
  const join = useJoin()
  const sentence = t(`setup.options.states.${state}`)
  const isGood = state === 'available' || state === 'not-checked'
  return (
    <Alert color={isGood ? 'brand' : 'orange'} role="status">
      {detail === '' ? sentence : join.sentences(sentence, t('setup.options.details', { detail }))}
    </Alert>
  )
}
