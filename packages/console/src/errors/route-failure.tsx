import { InnkeeperError } from '@innkeeper/client'
import { useDocumentTitle } from '@mantine/hooks'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from './error-screen.tsx'

/** What a screen threw, bugs of ours included. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  return <ErrorScreen error={error} onRetry={reset} />
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
