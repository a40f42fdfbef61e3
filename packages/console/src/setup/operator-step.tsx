import { InnkeeperError } from '@innkeeper/client'
import { leastPassphrase } from '@innkeeper/contract'
import { Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { rememberSignedIn } from '../session/sign-out.ts'
import { hideCode } from '../session/use-code.ts'
import { Coded } from '../ui/coded.tsx'

type Props = { code: string; endsDemo: boolean; onCreated: (recoveryCodes: string[]) => void }

export function OperatorStep({ code, endsDemo, onCreated }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const create = useMutation({
    meta: { signingIn: true },
    mutationFn: () => api.createOperator({ body: { code, name, passphrase } }),
    onSuccess: ({ recoveryCodes }) => {
      hideCode()
      client.clear()
      rememberSignedIn()
      onCreated(recoveryCodes)
    },
  })
  const isShort = passphrase.length < leastPassphrase
  const isDifferent = repeated !== passphrase
  const isTooEasy = create.error instanceof InnkeeperError && /too easy to guess/.test(create.error.message)
  const isLinkOver = create.error instanceof InnkeeperError && create.error.status === 401
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!isShort && !isDifferent) create.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {t('setup.account.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('setup.account.text')} {endsDemo && t('setup.account.endsDemo')}
        </Text>
        <TextInput
          label={t('setup.account.name')}
          description={t('setup.account.nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="username"
          maxLength={100}
          required
          withAsterisk={false}
          data-autofocus
        />
        <PasswordInput
          label={t('setup.account.passphrase')}
          description={t('setup.account.passphraseHint', { count: leastPassphrase })}
          value={passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
          error={
            isChecked && isShort
              ? t('setup.account.tooShort', { count: leastPassphrase })
              : isTooEasy && t('setup.account.tooEasy')
          }
          autoComplete="new-password"
          maxLength={200}
          required
          withAsterisk={false}
        />
        <PasswordInput
          label={t('setup.account.repeat')}
          value={repeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
          error={isChecked && !isShort && isDifferent && t('setup.account.different')}
          autoComplete="new-password"
          maxLength={200}
          required
          withAsterisk={false}
        />
        {isLinkOver && (
          <Text c="red">
            <Coded text={t('setup.linkOver')} /> <Anchor href="/setup">{t('setup.pasteNew')}</Anchor>
          </Text>
        )}
        {create.error && !isTooEasy && !isLinkOver && <ErrorScreen inline error={create.error} />}
        <Button type="submit" fullWidth loading={create.isPending}>
          {t('setup.account.submit')}
        </Button>
      </Stack>
    </form>
  )
}
