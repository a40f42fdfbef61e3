import { InnkeeperError } from '@innkeeper/client'
import { Alert, Anchor, Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, signInWithKey } from '../api/client.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { hideCode } from '../session/use-code.ts'
import { CookieNotStoredError, useSignIn } from '../session/use-sign-in.ts'
import { IconCookieOff, IconLinkOff } from '../ui/icons/icons.ts'

const keyShape = /^ink_[0-9A-Za-z]{49}$/

export function KeyForm({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const [isMalformed, setIsMalformed] = useState(false)
  const signIn = useSignIn(signInWithKey)
  const isWrong = signIn.error instanceof InnkeeperError && signIn.error.status === 401

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Copied keys may contain spaces and line breaks.
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

export function SignInFailure({ error }: { error: unknown }) {
  const { t } = useTranslation()
  if (!error) return null
  if (!(error instanceof CookieNotStoredError)) return <ErrorScreen inline error={error} />
  return (
    <Alert color="orange" title={t('signIn.cookieNotStored.title')} icon={<IconCookieOff />} role="alert">
      {t('signIn.cookieNotStored.text')}
    </Alert>
  )
}

/** People who come from a chat want to see that chat. Someone in several chooses. */
async function findOnlyGroup(): Promise<string> {
  const { channels } = await api.getOverview()
  const groups = channels.filter(({ type }) => type !== 'user')
  const [only] = groups
  return only && groups.length === 1 ? `/channels/${encodeURIComponent(only.channelId)}` : '/'
}

/** The link is not used before the button is pressed, because chat apps open links to show previews. */
export function LinkForm({ code, disabled }: { code: string; disabled: boolean }) {
  const { t } = useTranslation()
  const signIn = useSignIn(async (one: string) => {
    hideCode()
    await api.signInWithLink({ body: { code: one } })
  }, findOnlyGroup)
  if (signIn.error instanceof InnkeeperError && signIn.error.status === 401) {
    return (
      <Stack gap="md">
        <Alert color="orange" title={t('signIn.link.invalid.title')} icon={<IconLinkOff />} role="alert">
          {t('signIn.link.invalid.text')}
        </Alert>
        <Anchor href="/sign-in" size="sm" ta="center">
          {t('signIn.link.otherWays')}
        </Anchor>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t('signIn.link.title')}
      </Title>
      <Text c="dimmed">{t('signIn.link.text')}</Text>
      <SignInFailure error={signIn.error} />
      <Button fullWidth disabled={disabled} loading={signIn.isPending} onClick={() => signIn.mutate(code)}>
        {t('signIn.link.submit')}
      </Button>
    </Stack>
  )
}
