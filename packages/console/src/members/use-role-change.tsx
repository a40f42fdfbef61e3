import type { Member } from '@innkeeper/contract'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useActor, useChannel } from '../channel/channel.ts'
import { channelKey, overviewQuery } from '../channel/queries.ts'
import { useNotifyFailure } from '../errors/failure-notices.tsx'
import { canUndo, type GivenRole } from './offers.ts'

/** Long enough to notice a mistake. */
const undoMs = 15_000

type Change = { member: Member; role: GivenRole; isUndoing?: true }

/** Changes a role, and offers to undo it where possible. */
export function useRoleChange() {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const actor = useActor()
  const reload = useInvalidateChannel(channelId)
  const change = useMutation({
    mutationFn: ({ member, role }: Change) => api.changeRole({ channelId, userId: member.userId, body: { role } }),
    onSuccess: (_, { member, role, isUndoing }) => {
      const { userId, displayName: name, role: before } = member
      const id = `role ${userId}`
      notifications.hide(id)
      const done = t(`members.change.done.${role}`, { name })
      const isReversible = !isUndoing && before !== 'owner' && canUndo(actor, { before, given: role })
      if (!isReversible) return notifications.show({ message: done })
      const undo = () => {
        notifications.hide(id)
        change.mutate({ member: { ...member, role }, role: before, isUndoing: true })
      }
      const label = t('members.change.undoLabel', { name, role: t(`channels.role.${before}`) })
      return notifications.show({
        id,
        autoClose: undoMs,
        message: (
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <Text size="sm">{done}</Text>
            <Button size="compact-sm" variant="light" aria-label={label} onClick={undo}>
              {t('members.change.undo')}
            </Button>
          </Group>
        ),
      })
    },
    onError: useNotifyFailure(),
    onSettled: reload,
  })
  return change
}

export function useHandOver() {
  const { t } = useTranslation()
  const { channelId, detail } = useChannel()
  return useMutation({
    mutationFn: ({ userId }: Member) => api.handOverOwner({ channelId, body: { userId } }),
    onSuccess: (_, { displayName: name }) => {
      notifications.show({ message: t('members.handOver.done', { name, channel: detail.meta.name }) })
    },
    onError: useNotifyFailure(),
    onSettled: useInvalidateChannel(channelId),
  })
}

export function useInvalidateChannel(channelId: string) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: channelKey(channelId) }),
      client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
    ])
}
