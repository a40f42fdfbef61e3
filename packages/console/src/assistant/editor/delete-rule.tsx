import type { Rule } from '@innkeeper/contract'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import { IconTrash } from '../../ui/icons/icons.ts'
import { useInvalidateRules } from '../rules/use-change-rules.ts'
import { showUndoNotice } from '../undo-notice.tsx'

type Props = { rule: Rule; tag: string | null; onDeleted: () => void }

/** Deletes at once, and offers to undo it, which is less trouble than a question each time. */
export function DeleteRule({ rule: { id, question }, tag, onDeleted }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const invalidate = useInvalidateRules()
  const notifyFailure = useNotifyFailure()
  const bringBack = async () => {
    try {
      await api.restoreRule({ channelId, qaId: id })
      notifications.show({ message: t('ruleTools.editor.broughtBack', { question }) })
    } catch (error) {
      notifyFailure(error)
    }
    await invalidate()
  }
  const remove = useMutation({
    // Read before the button is disabled, which takes the focus from it.
    mutationFn: (_: { isByKeyboard: boolean }) => api.deleteRule({ channelId, qaId: id, ifMatch: tag }),
    onSuccess: async (_, { isByKeyboard: takesFocus }) => {
      showUndoNotice({ done: t('ruleTools.editor.deleted', { question }), undo: () => void bringBack(), takesFocus })
      // Don't ask about unsaved changes: the rule is gone.
      flushSync(onDeleted)
      await navigate({ to: '/channels/$channelId/assistant', params: { channelId }, search: {}, replace: true })
      await invalidate()
    },
    onError: notifyFailure,
  })
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={16} stroke={1.5} />}
      loading={remove.isPending}
      onClick={(event) => remove.mutate({ isByKeyboard: event.currentTarget.matches(':focus-visible') })}
    >
      {t('ruleTools.editor.delete')}
    </Button>
  )
}
