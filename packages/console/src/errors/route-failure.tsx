import { InnkeeperError } from '@innkeeper/client'
import { useDocumentTitle } from '@mantine/hooks'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from './error-screen.tsx'
import { isLostFile } from './failure.ts'
import { retryScreens } from './lazy-screen.tsx'

/** Shows what a screen has thrown, including our own bugs. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const retry = () => {
    // Browsers and React cache the failed import, so only a reload helps.
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
