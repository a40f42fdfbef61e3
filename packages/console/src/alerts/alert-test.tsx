import type { AlertTest as Outcome } from '@innkeeper/contract'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import type { ServiceSetting } from '../errors/service-settings/setting-field.ts'
import { SettingsRefused } from '../errors/service-settings/settings-refused.tsx'
import { Coded } from '../ui/coded.tsx'
import { useJoin } from '../ui/format/join.ts'

export type AlertTestProps = {
  way: 'mail' | 'webhook'
  /** What was typed and isn't saved yet. The test uses it. */
  changes: { name: string; value: string | null }[]
  /** With which the changes have to fit. */
  settings: readonly ServiceSetting[]
}

/** Sends a test at once, and says whether it was accepted, and otherwise what to do. */
export function AlertTest({ way, changes, settings }: AlertTestProps) {
  const { t } = useTranslation()
  const test = useMutation({ mutationFn: () => api.testAlert({ body: { way, changes } }) })
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t(`alerts.${way}.send`)}
        </Button>
      </Group>
      {!test.isPending && test.data && <Result way={way} outcome={test.data} />}
      {!test.isPending && test.error && <SettingsRefused error={test.error} settings={settings} changes={changes} />}
    </Stack>
  )
}

function Result({ way, outcome: { failure, detail } }: { way: AlertTestProps['way']; outcome: Outcome }) {
  const { t } = useTranslation()
  const join = useJoin()
  if (failure === null) {
    return (
      <Alert color="brand" role="status">
        {t(`alerts.${way}.sent`)}
      </Alert>
    )
  }
  const sentence = t(`alerts.failures.${failure}`)
  return (
    <Alert color="orange" role="status">
      <Coded text={detail === '' ? sentence : join.sentences(sentence, t('alerts.said', { detail }))} />
    </Alert>
  )
}
