import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconLockOff } from '../ui/icons/icons.ts'

/** Browsers don't keep the cookie of a sign-in on plain HTTP. */
export function InsecureNote() {
  const { t } = useTranslation()
  const address = `http://localhost${window.location.port && `:${window.location.port}`}`
  return (
    <Alert color="orange" title={t('signIn.insecure.title')} icon={<IconLockOff />} role="alert">
      {t('signIn.insecure.text', { address })}
    </Alert>
  )
}
