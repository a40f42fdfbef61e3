import { InnkeeperError } from '@innkeeper/client'
import { Alert, Stack, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type FormEvent, type SetStateAction, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LateAlertTests } from '../alerts/late-alert-tests.tsx'
import { api } from '../api/client.ts'
import { FailureNote } from '../errors/failure-notices.tsx'
import { findSettingRefusal } from '../errors/service-settings/refusal.ts'
import type { ServiceSetting } from '../errors/service-settings/setting-field.ts'
import { useRefusalSentence } from '../errors/service-settings/use-refusal-sentence.ts'
import { useSettingText } from '../errors/service-settings/use-setting-text.ts'
import { signInWaysQuery } from '../session/queries.ts'
import { Coded } from '../ui/coded.tsx'
import { SaveBar } from '../ui/editing/save-bar.tsx'
import { IconAlertTriangle } from '../ui/icons/icons.ts'
import { operatorLogQuery, serviceSettingsQuery } from './queries.ts'
import classes from './service-settings.module.css'
import { type Changes, changesOf, textIn, withChange, without, withoutSaved } from './setting-changes.ts'
import { SettingRow } from './setting-row.tsx'

type Props = {
  group: string
  /** Of this group. */
  settings: readonly ServiceSetting[]
  changes: Changes
  setChanges: Dispatch<SetStateAction<Changes>>
  canChange: boolean
}

/** Settings that belong together are saved together, because some are only valid with others. */
export function SettingsGroup({ group, settings, changes, setChanges, canChange }: Props) {
  const settingText = useSettingText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const save = useSave(setChanges, () => {
    // Once its message is shown.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  })
  const wanted = changesOf(changes, settings)
  const { error } = save
  const saving = new Set(save.variables?.map(({ name }) => name))
  const refusal = isInvalid(error) ? findSettingRefusal(error.message, settings, saving) : undefined
  const sentence = useRefusalSentence(settings)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted.length > 0) save.mutate(wanted)
  }
  const discard = () => {
    save.reset()
    setChanges((now) => without(now, settings))
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {settingText.group(group)}
      </Title>
      <form ref={form} onSubmit={submit} noValidate aria-labelledby={id}>
        <Stack gap="sm">
          <div className={classes.group}>
            {settings.map((setting) => (
              <SettingRow
                key={setting.name}
                setting={setting}
                change={changes.get(setting.name)}
                text={textIn(changes, setting)}
                onChange={(to) => {
                  if (error) save.reset()
                  setChanges((now) => withChange(now, setting, to))
                }}
                error={refusal && refusal.name === setting.name && error ? sentence(refusal, error.message) : undefined}
                canChange={canChange}
              />
            ))}
          </div>
          {group === 'alerts' && canChange && <LateAlertTests changes={wanted} settings={settings} />}
          {error && !refusal && <SaveFailure error={error} />}
          {wanted.length > 0 && <SaveBar onDiscard={discard} isSaving={save.isPending} />}
        </Stack>
      </form>
    </Stack>
  )
}

function useSave(setChanges: Props['setChanges'], onRefused: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: { name: string; value: string | null }[]) => api.saveServiceSettings({ body: { changes } }),
    onSuccess: (answer, sent) => {
      client.setQueryData(serviceSettingsQuery.queryKey, answer)
      setChanges((now) => withoutSaved(now, sent))
      const isLater = answer.settings.some((one) => one.needsRestart && sent.some(({ name }) => name === one.name))
      notifications.show({ message: t(`serviceSettings.saved.${isLater ? 'later' : 'now'}`) })
      void client.invalidateQueries({ queryKey: operatorLogQuery.queryKey })
      // A platform may have been connected.
      void client.invalidateQueries({ queryKey: signInWaysQuery.queryKey })
    },
    onError: onRefused,
  })
}

function isInvalid(error: Error | null): error is InnkeeperError {
  return error instanceof InnkeeperError && error.status === 400
}

function SaveFailure({ error }: { error: Error }) {
  const { t } = useTranslation()
  const isWithoutKey = error instanceof InnkeeperError && error.message.includes('INNKEEPER_SECRET_KEY is not set')
  if (!isWithoutKey) return <FailureNote error={error} />
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle size={18} />}>
      <Coded text={t('serviceSettings.noKey')} />
    </Alert>
  )
}
