import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { channelKey } from '../../channel/queries.ts'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import { hideUndoNotice, showUndoNotice } from '../undo-notice.tsx'

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
export function useNotifyWithUndo(
  channelId: string,
  { stays = false }: { stays?: boolean } = {},
): (done: string, version: number | null) => void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const notifyFailure = useNotifyFailure()
  const goBack = async (version: number) => {
    try {
      await api.restoreAssistantVersion({ channelId, version: String(version), body: {} })
      notifications.show({ message: t('assistantParts.versions.undone') })
    } catch (error) {
      notifyFailure(error)
    }
    await client.invalidateQueries({ queryKey: channelKey(channelId) })
  }
  return (done, version) => {
    // There is nothing before the first version.
    if (version !== null && version >= 2) return showUndoNotice({ done, undo: () => void goBack(version - 1), stays })
    hideUndoNotice()
    notifications.show({ message: done })
  }
}
