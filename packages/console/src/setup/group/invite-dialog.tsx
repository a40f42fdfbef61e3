import { Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { platformsQuery, usePageLanguage } from '../queries.ts'
import { Invitations } from './invitations.tsx'

/** How the bot comes into another group, for the page that lists the groups. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const platforms = useQuery(platformsQuery(usePageLanguage()))
  const connected = platforms.data?.platforms.filter(({ isConnected }) => isConnected)
  return (
    <Modal opened onClose={onClose} title={t('channels.inviteBot')} size="lg">
      {platforms.error ? (
        <ErrorScreen inline error={platforms.error} onRetry={() => void platforms.refetch()} />
      ) : connected ? (
        <Invitations platforms={connected} />
      ) : (
        <Skeleton height={320} />
      )}
    </Modal>
  )
}
