import { MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { onAccountsChanged, rememberAccounts } from './api/accounts-here.ts'
import { router } from './router.tsx'
import { forgetExports } from './session/kept-exports.ts'
import { signInWaysQuery } from './session/queries.ts'
import { queries } from './session/query-client.ts'
import {
  announceSignOut,
  forgetSignedIn,
  onSignedOut,
  onSignedOutElsewhere,
  type SignOutCause,
  wasSignedIn,
} from './session/sign-out.ts'
import { afterFirstLoad, startFirstLoad } from './ui/after-first-load.ts'
import { firstDayOfWeek } from './ui/format/calendar.ts'
import { formatFor, localeOf } from './ui/format/format.ts'
import { cssVariables, withNames } from './ui/theme.ts'

/** The service sends a new one with every page. Styles created at run time need it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? ''

// Modal dialogs add a style that stops the page from scrolling, and look up the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })

// Before the first query, the app itself hasn't been rendered.
const hasNoQueries = () => queries.getQueryCache().getAll().length === 0
startFirstLoad(() => router.state.isLoading || queries.isFetching() > 0 || hasNoQueries())

// Loaded later. Notifications sent before then are shown once it has loaded.
const Notices = lazy(afterFirstLoad(() => import('./shell/notifications.tsx')))

export function App() {
  const { t, i18n } = useTranslation()
  const locale = localeOf(i18n.language, navigator.languages)
  useEffect(() => onSignedOut(showSignIn), [])
  useEffect(() => onAccountsChanged(() => void queries.resetQueries()), [])
  useEffect(() => onSignedOutElsewhere(() => announceSignOut('elsewhere')), [])
  const named = useMemo(() => withNames(t('shell.close'), formatFor(locale)), [t, locale])
  const dates = useMemo(
    () => ({ locale: i18n.language, firstDayOfWeek: firstDayOfWeek(locale) }),
    [i18n.language, locale],
  )
  return (
    <MantineProvider
      theme={named}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <DatesProvider settings={dates}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Suspense>
            <Notices changes={queries.getMutationCache()} />
          </Suspense>
        </QueryClientProvider>
      </DatesProvider>
    </MantineProvider>
  )
}

/** Removes everything that belongs to the previous session. The next sign-in returns to the same page. */
function showSignIn(cause: SignOutCause): void {
  const { pathname, href } = router.state.location
  if (pathname === '/sign-in') return
  const isOver = cause === 'elsewhere' || (cause === 'refused' && wasSignedIn())
  const isReturn = cause !== 'chosen' && href !== '/'
  forgetSignedIn()
  rememberAccounts([])
  // After an expired session, the same person can continue.
  if (cause !== 'refused') forgetExports()
  const search = { ...(isOver && { ended: 'yes' }), ...(isReturn && { back: href }) }
  void router.navigate({ to: '/sign-in', search, replace: true }).then(forgetAnswers)
}

/** Keeps only the data of the sign-in page, which is the same for everyone. */
function forgetAnswers(): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== signInWaysQuery.queryKey[0] })
}
