import { InnkeeperError } from '@innkeeper/client'
import { useDocumentTitle } from '@mantine/hooks'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from './error-screen.tsx'
import { isLostFile } from './failure.ts'
import { retryScreens } from './lazy-screen.tsx'

/** What a screen threw, bugs of ours included. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const retry = () => {
    // Browsers and React remember that a part did not come.
    if (isLostFile(error)) return window.location.reload()
    retryScreens()
    reset()
  }
  return <ErrorScreen error={error} onRetry={retry} />
}

export function RouteNotFound() {
  const { t } = useTranslation()
  useDocumentTitle(`${t('errors.kinds.not-found.title')} · ${t('shell.name')}`)
  return (
    <main>
      <ErrorScreen error={new InnkeeperError(404, '', new Headers())} />
    </main>
  )
}
