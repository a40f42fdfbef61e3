import { InnkeeperError } from '@innkeeper/client'
import { leastPassphrase } from '@innkeeper/contract'
import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { LateDialog } from '../ui/late-dialog.tsx'

type Props = { opened: boolean; onClose: () => void }

export function PassphraseDialog({ opened, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <LateDialog opened={opened} onClose={onClose} title={t('account.operator.changePassphrase')}>
      <PassphraseForm onClose={onClose} />
    </LateDialog>
  )
}

function PassphraseForm({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [current, setCurrent] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const change = useMutation({
    mutationFn: () => api.changePassphrase({ body: { current, passphrase } }),
    onSuccess: async () => {
      notifications.show({ message: t('account.operator.passphraseChanged') })
      onClose()
      await client.invalidateQueries({ queryKey: ['account'] })
    },
  })
  const status = change.error instanceof InnkeeperError ? change.error.status : undefined
  const isShort = passphrase !== '' && passphrase.length < leastPassphrase
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isShort) change.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <PasswordInput
          label={t('account.operator.current')}
          description={t('account.operator.currentHint')}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={status === 403 && t('account.operator.wrong')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
        />
        <PasswordInput
          label={t('account.operator.new')}
          description={t('account.operator.newHint', { count: leastPassphrase })}
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
          error={
            isShort
              ? t('account.operator.tooShort', { count: leastPassphrase })
              : status === 400 && t('account.operator.tooEasy')
          }
          autoComplete="new-password"
          maxLength={200}
          required
          withAsterisk={false}
        />
        {change.error && status !== 403 && status !== 400 && <ErrorScreen inline error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('account.operator.changePassphrase')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
