import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIsConnected } from '../api/connection.ts'
import classes from './offline-note.module.css'

/** Unobtrusive, because what is on the page stays readable. */
export function OfflineNote() {
  const { t } = useTranslation()
  const isConnected = useIsConnected()
  return (
    <div role="status" className={classes.strip}>
      {!isConnected && (
        <div className={classes.note}>
          <Loader size={14} color="gray" aria-hidden />
          {t('shell.offline')}
        </div>
      )}
    </div>
  )
}
