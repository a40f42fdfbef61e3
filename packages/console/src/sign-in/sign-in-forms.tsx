import { InnkeeperError } from '@innkeeper/client'
import { Alert, Anchor, Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, signInWithKey } from '../api/client.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { accountsQuery, askEachAccount } from '../session/accounts.ts'
import { wasSignedIn } from '../session/sign-out.ts'
import { hideCode } from '../session/use-code.ts'
import { CookieNotStoredError, useIsAdding, useSignIn } from '../session/use-sign-in.ts'
import { IconCookieOff, IconLinkOff } from '../ui/icons/icons.ts'

const StayOption = lazy(() => import('./stay-option.tsx'))

const keyShape = /^ink_[0-9A-Za-z]{49}$/

export function KeyForm({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const [isMalformed, setIsMalformed] = useState(false)
  const add = useIsAdding()
  const signIn = useSignIn((key: string) => signInWithKey(key, { add }))
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
  const overviews = await askEachAccount((client) => client.getOverview())
  const groups = overviews.flatMap(({ answer }) => answer.channels.filter(({ type }) => type !== 'user'))
  const [only] = groups
  return only && groups.length === 1 ? `/channels/${encodeURIComponent(only.channelId)}` : '/'
}

/** A link can have the codes of several accounts, which the browser is signed in to together. */
async function signInWithCodes([first = '', ...others]: string[], add: boolean) {
  let signedIn = await api.signInWithLink({ add, body: { code: first } })
  for (const code of others) signedIn = await api.signInWithLink({ add: true, body: { code } })
  return signedIn
}

/** Those who are signed in already, which only their own page knows. */
function useSignedInHere() {
  return useQuery({ ...accountsQuery, enabled: wasSignedIn(), retry: false }).data ?? []
}

/** The link is not used before the button is pressed, because chat apps open links to show previews. */
export function LinkForm({ code, disabled }: { code: string; disabled: boolean }) {
  const { t } = useTranslation()
  const isAdding = useIsAdding()
  const signedIn = useSignedInHere()
  const [isStaying, setIsStaying] = useState(true)
  const add = isAdding || (signedIn.length > 0 && isStaying)
  const signIn = useSignIn(async (codes: string) => {
    hideCode()
    return await signInWithCodes(codes.split('.'), add)
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
      {!isAdding && signedIn.length > 0 && (
        <Suspense>
          <StayOption
            names={signedIn.map(({ displayName }) => displayName)}
            isStaying={isStaying}
            onChange={setIsStaying}
          />
        </Suspense>
      )}
      <SignInFailure error={signIn.error} />
      <Button fullWidth disabled={disabled} loading={signIn.isPending} onClick={() => signIn.mutate(code)}>
        {t('signIn.link.submit')}
      </Button>
    </Stack>
  )
}
