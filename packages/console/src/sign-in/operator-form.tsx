import { InnkeeperError } from '@innkeeper/client'
import { Anchor, Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useIsAdding, useSignIn } from '../session/use-sign-in.ts'
import { SignInFailure } from './sign-in-forms.tsx'

type Credentials = { name: string; secret: string; isRecovery: boolean }

/** For the person who runs the service. A recovery code works instead of the passphrase. */
export function OperatorForm({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const [isRecovery, setIsRecovery] = useState(false)
  const add = useIsAdding()
  const signIn = useSignIn(({ name, secret, isRecovery }: Credentials) =>
    api.signInOperator({ add, body: { name, ...(isRecovery ? { recoveryCode: secret } : { passphrase: secret }) } }),
  )
  const isWrong = signIn.error instanceof InnkeeperError && signIn.error.status === 401
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ name, secret, isRecovery })
  }
  const words = isRecovery ? 'recoveryCode' : 'passphrase'
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {t('signIn.operatorAccount.title')}
        </Title>
        <TextInput
          label={t('signIn.operatorAccount.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="username"
          spellCheck={false}
          required
          withAsterisk={false}
          disabled={disabled}
          data-autofocus
        />
        <PasswordInput
          label={t(`signIn.operatorAccount.${words}`)}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
          error={isWrong && t('signIn.operatorAccount.wrong')}
          autoComplete={isRecovery ? 'off' : 'current-password'}
          spellCheck={false}
          required
          withAsterisk={false}
          disabled={disabled}
        />
        {!isWrong && <SignInFailure error={signIn.error} />}
        <Button type="submit" fullWidth disabled={disabled} loading={signIn.isPending}>
          {t('signIn.operatorAccount.submit')}
        </Button>
        <Anchor component="button" type="button" size="sm" ta="center" onClick={() => setIsRecovery(!isRecovery)}>
          {t(isRecovery ? 'signIn.operatorAccount.usePassphrase' : 'signIn.operatorAccount.useRecoveryCode')}
        </Anchor>
      </Stack>
    </form>
  )
}
