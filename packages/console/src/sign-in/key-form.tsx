import { InnkeeperError } from '@innkeeper/client'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signInWithKey } from '../api/client.ts'
import { useSignIn } from '../session/use-sign-in.ts'
import { SignInFailure } from './sign-in-failure.tsx'

const keyShape = /^ink_[0-9A-Za-z]{49}$/

export function KeyForm({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const [isMalformed, setIsMalformed] = useState(false)
  const signIn = useSignIn(signInWithKey)
  const isWrong = signIn.error instanceof InnkeeperError && signIn.error.status === 401

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Copied keys come with spaces and line breaks around them, or inside where a mail folded them.
    const clean = key.replace(/\s/g, '')
    setIsMalformed(!keyShape.test(clean))
    signIn.reset()
    if (keyShape.test(clean)) signIn.mutate(clean)
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <PasswordInput
          label={t('signIn.key.label')}
          description={t('signIn.key.description')}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={isMalformed ? t('signIn.key.malformed') : isWrong ? t('signIn.key.wrong') : undefined}
          autoComplete="current-password"
          spellCheck={false}
          required
          withAsterisk={false}
          disabled={disabled}
          data-autofocus
        />
        {!isWrong && <SignInFailure error={signIn.error} />}
        <Button type="submit" fullWidth disabled={disabled} loading={signIn.isPending}>
          {t('signIn.key.submit')}
        </Button>
      </Stack>
    </form>
  )
}
