import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import { apiOf } from '../../session/accounts.ts'
import { type OwnSearch, useRefreshSaved } from './use-saved.ts'

const noticeId = 'saved-search-deleted'

/** Deletes a saved search at once, and offers to undo it, which is calmer than asking first. */
export function useDeleteWithUndo(): (saved: OwnSearch) => Promise<void> {
  const { t } = useTranslation()
  const notifyFailure = useNotifyFailure()
  const refresh = useRefreshSaved()
  const attempt = async (change: () => Promise<unknown>) => {
    try {
      await change()
    } catch (error) {
      notifyFailure(error)
    }
    await refresh()
  }
  return (saved) => {
    const { id, name, query, channelId, account } = saved
    const client = apiOf(account)
    const undo = () => {
      notifications.hide(noticeId)
      return attempt(() => client.saveSearch({ body: { name, query, channelId } }))
    }
    return attempt(async () => {
      await client.deleteSavedSearch({ searchId: id })
      notifications.hide(noticeId)
      notifications.show({
        id: noticeId,
        autoClose: 15_000,
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{t('search.saved.deleted', { name })}</Text>
            <Button size="compact-sm" variant="light" onClick={() => void undo()}>
              {t('search.saved.undo')}
            </Button>
          </Group>
        ),
      })
    })
  }
}
