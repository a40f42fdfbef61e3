import { Anchor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOutdated } from './app-worker.ts'

/** Says once that there is a new version. Nobody has to act: the next start uses it. */
export function useUpdateNote(): void {
  const { t } = useTranslation()
  const isOutdated = useIsOutdated()
  useEffect(() => {
    if (!isOutdated) return
    notifications.show({
      id: 'update',
      autoClose: false,
      withBorder: true,
      message: (
        <>
          {t('shell.update.text')}{' '}
          <Anchor component="button" type="button" inherit onClick={() => window.location.reload()}>
            {t('shell.update.now')}
          </Anchor>
        </>
      ),
    })
  }, [isOutdated, t])
}
