import { InnkeeperError } from '@innkeeper/client'
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { LateDialog } from '../ui/late-dialog.tsx'
import { RecoveryCodes } from '../ui/recovery-codes.tsx'

type Props = { opened: boolean; onClose: () => void }

export function CodesDialog({ opened, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <LateDialog opened={opened} onClose={onClose} title={t('account.operator.newCodes')}>
      <NewCodes onClose={onClose} />
    </LateDialog>
  )
}

function NewCodes({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [current, setCurrent] = useState('')
  const renew = useMutation({
    mutationFn: () => api.renewRecoveryCodes({ body: { current } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
  if (renew.data) {
    return (
      <Stack gap="md">
        <Text size="sm">{t('account.operator.codesText')}</Text>
        <RecoveryCodes codes={renew.data.recoveryCodes} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('account.operator.codesDone')}</Button>
        </Group>
      </Stack>
    )
  }
  const isWrong = renew.error instanceof InnkeeperError && renew.error.status === 403
  const submit = (event: FormEvent) => {
    event.preventDefault()
    renew.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{t('account.operator.newCodesText')}</Text>
        <PasswordInput
          label={t('account.operator.current')}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          error={isWrong && t('account.operator.wrong')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
        />
        {renew.error && !isWrong && <ErrorScreen inline error={renew.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={renew.isPending}>
            {t('account.operator.newCodes')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
