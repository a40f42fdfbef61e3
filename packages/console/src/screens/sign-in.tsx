import type { SignInWays } from '@innkeeper/contract'
import { Alert, Anchor, Divider, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconInfoCircle, IconLockOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { signInWaysQuery } from '../session/queries.ts'
import { OfflineNote } from '../shell/offline-note.tsx'
import { LanguageMenu, SchemeMenu } from '../shell/preference-menus.tsx'
import { ChatLinkHint, OperatorHint } from '../sign-in/hints.tsx'
import { PlatformButtons } from '../sign-in/platform-buttons.tsx'
import classes from '../sign-in/sign-in.module.css'
import { KeyForm, LinkForm } from '../sign-in/sign-in-forms.tsx'
import icon from '../ui/icon.svg'

export default function SignInScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('signIn.title'))
  const ways = useQuery(signInWaysQuery)
  const code = useCode()
  return (
    <div className={classes.page}>
      <OfflineNote />
      <Group component="header" className={classes.top}>
        <SchemeMenu />
        <LanguageMenu />
      </Group>
      <main className={classes.main}>
        <Stack align="center" gap="xs" ta="center">
          <img src={icon} alt="" width={48} height={48} />
          <Title order={1} size="h2" mt="xs">
            {t('signIn.title')}
          </Title>
          <Text c="dimmed">{t('signIn.lead')}</Text>
        </Stack>
        <SignInNotice />
        <Paper withBorder p={{ base: 'lg', xs: 'xl' }} radius="lg">
          {ways.data ? (
            <Ways code={code} {...ways.data} />
          ) : ways.error ? (
            <ErrorScreen inline error={ways.error} onRetry={() => void ways.refetch()} />
          ) : (
            <WaysSkeleton />
          )}
        </Paper>
        {code === '' && ways.data?.chatLinks && <OperatorHint />}
      </main>
      <footer className={classes.foot}>
        <Anchor href="/docs" size="sm" c="dimmed">
          {t('signIn.reference')}
        </Anchor>
      </footer>
    </div>
  )
}

/** The code of a sign-in link. Stored here, because using the link removes it from the URL. */
function useCode(): string {
  const [code, setCode] = useState(() => window.location.hash.slice(1))
  // A link that is pasted while this page is open only changes the part after the #.
  useEffect(() => {
    const take = () => {
      const pasted = window.location.hash.slice(1)
      if (pasted !== '') setCode(pasted)
    }
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return code
}

type WaysProps = SignInWays & { code: string }

function Ways({ code, keepsCookies, chatLinks, platforms }: WaysProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="lg">
      {!keepsCookies && <InsecureNote />}
      {code === '' ? (
        <>
          <PlatformButtons platforms={platforms} disabled={!keepsCookies} />
          {/* Without a bot, only the operator can sign someone in. */}
          {chatLinks ? <ChatLinkHint /> : <OperatorHint />}
          <Divider label={t('signIn.or')} />
          <KeyForm disabled={!keepsCookies} />
        </>
      ) : (
        <LinkForm key={code} code={code} disabled={!keepsCookies} />
      )}
    </Stack>
  )
}

/** Why someone was sent to this page. */
function SignInNotice() {
  const { t } = useTranslation()
  const { problem, ended } = useSearch({ from: '/sign-in' })
  if (problem) {
    const known = problem === 'denied' || problem === 'expired' ? problem : 'failed'
    return (
      <Alert color="orange" title={t('signIn.problem.title')} icon={<IconInfoCircle />} role="alert">
        {t(`signIn.problem.${known}`)}
      </Alert>
    )
  }
  if (!ended) return null
  return (
    <Alert color="gray" title={t('signIn.ended.title')} icon={<IconInfoCircle />} role="status">
      {t('signIn.ended.text')}
    </Alert>
  )
}

function InsecureNote() {
  const { t } = useTranslation()
  const address = `http://localhost${window.location.port && `:${window.location.port}`}`
  return (
    <Alert color="orange" title={t('signIn.insecure.title')} icon={<IconLockOff />} role="alert">
      {t('signIn.insecure.text', { address })}
    </Alert>
  )
}

function WaysSkeleton() {
  return (
    <Stack aria-busy>
      <Skeleton height={20} width="40%" />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </Stack>
  )
}
