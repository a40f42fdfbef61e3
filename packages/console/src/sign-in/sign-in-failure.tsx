import { Alert } from '@mantine/core'
import { IconCookieOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { NotKeptError } from '../session/use-sign-in.ts'

export function SignInFailure({ error }: { error: unknown }) {
  const { t } = useTranslation()
  if (!error) return null
  if (!(error instanceof NotKeptError)) return <ErrorScreen inline error={error} />
  return (
    <Alert color="orange" title={t('signIn.notKept.title')} icon={<IconCookieOff />} role="alert">
      {t('signIn.notKept.text')}
    </Alert>
  )
}
