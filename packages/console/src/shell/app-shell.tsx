import { InnkeeperError } from '@innkeeper/client'
import { Box, Center, Container, Loader, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { overviewQuery } from '../channel/queries.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { meQuery } from '../session/queries.ts'
import { ownPath, takeReturnPath } from '../session/return-path.ts'
import { useReconnect } from '../session/use-reconnect.ts'
import { SlowNote } from '../ui/slow-note.tsx'
import classes from './app-shell.module.css'
import { ChannelTabBar } from './channel-tabs.tsx'
import { Header } from './header.tsx'
import { OfflineNote } from './offline-note.tsx'
import { useUpdateNote } from './update-note.tsx'

/** Around all screens, including the sign-in. */
export function Root() {
  useReconnect()
  useUpdateNote()
  return <Outlet />
}

/** The shell around every screen with a session. Without one, the rejected request leads to the sign-in page. */
export function SignedInShell() {
  const { t } = useTranslation()
  const me = useQuery(meQuery)
  const hasTabs = useHasTabs()
  useReturnPath(me.isSuccess)
  if (!me.data) {
    if (me.error && !isSignedOut(me.error)) {
      return (
        <main>
          <ErrorScreen error={me.error} onRetry={() => void me.refetch()} />
        </main>
      )
    }
    return (
      <Center h="100dvh">
        <Stack align="center">
          <Loader type="dots" role="status" aria-label={t('shell.loading')} />
          <SlowNote />
        </Stack>
      </Center>
    )
  }
  return (
    <div className={classes.shell} data-tabs={hasTabs || undefined}>
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      <header className={classes.header}>
        <Header me={me.data} hasTabs={hasTabs} />
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <OfflineNote />
        <Outlet />
      </main>
      {hasTabs && (
        <Box component="footer" hiddenFrom="sm" className={classes.footer ?? ''}>
          <ChannelTabBar />
        </Box>
      )}
    </div>
  )
}

/** Returns to the previous page after signing in through a platform, which leads to the list of channels. */
function useReturnPath(isSignedIn: boolean): void {
  const router = useRouter()
  useEffect(() => {
    const path = isSignedIn ? takeReturnPath() : undefined
    if (path) router.history.replace(ownPath(path, window.location.origin))
  }, [isSignedIn, router])
}

/** Without access there are no tabs. Without a subscription there are still the screens for every member. */
function useHasTabs(): boolean {
  const { channelId } = useParams({ strict: false })
  const overview = useQuery(overviewQuery)
  if (channelId === undefined) return false
  const card = overview.data?.channels.find((one) => one.channelId === channelId)
  return card ? card.role !== 'guest' : overview.isPending
}

/** The sign-in page is about to show this. */
function isSignedOut(error: Error): boolean {
  return error instanceof InnkeeperError && error.status === 401
}

/** Shown while the code of a screen is loading. */
export function ScreenSkeleton() {
  const { t } = useTranslation()
  return (
    <Container size="lg" py="xl" aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <Stack>
        <Skeleton height={32} width={220} />
        <SlowNote />
        <Skeleton height={120} />
        <Skeleton height={120} />
      </Stack>
    </Container>
  )
}
