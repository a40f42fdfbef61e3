import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { channelKey } from '../../channel/queries.ts'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'

/** Restores a version, and offers to undo it. */
export function useRestore(channelId: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const notifyDone = useNotifyWithUndo(channelId)
  return useMutation({
    mutationFn: (version: number) => api.restoreAssistantVersion({ channelId, version: String(version), body: {} }),
    onSuccess: (report, version) => {
      notifyDone(t('assistantParts.versions.restored', { version }), report.version)
      return client.invalidateQueries({ queryKey: channelKey(channelId) })
    },
    onError: useNotifyFailure(),
  })
}

/** Shows what was done, with an undo button. `version`: the one it created, whose predecessor can be restored; null if none. */
export function useNotifyWithUndo(channelId: string): (done: string, version: number | null) => void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const notifyFailure = useNotifyFailure()
  const goBack = async (version: number) => {
    notifications.hide(noticeId)
    try {
      await api.restoreAssistantVersion({ channelId, version: String(version), body: {} })
      notifications.show({ message: t('assistantParts.versions.undone') })
    } catch (error) {
      notifyFailure(error)
    }
    await client.invalidateQueries({ queryKey: channelKey(channelId) })
  }
  return (done, version) => {
    notifications.hide(noticeId)
    // There is nothing before the first version.
    if (version === null || version < 2) return void notifications.show({ id: noticeId, message: done })
    notifications.show({
      id: noticeId,
      autoClose: 15_000,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{done}</Text>
          <Button size="compact-sm" variant="light" onClick={() => void goBack(version - 1)}>
            {t('assistantParts.versions.undo')}
          </Button>
        </Group>
      ),
    })
  }
}

/** What the notice says is out of date once the person goes on with something else. */
export function hideUndoNotice(): void {
  notifications.hide(noticeId)
}

const noticeId = 'assistant-way-back'
