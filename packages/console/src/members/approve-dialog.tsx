import { type ApprovalReport, type Member, peopleLimits } from '@innkeeper/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useChannel } from '../channel/channel.ts'
import { usePersonName } from '../channel/members.ts'
import { FailureNote } from '../errors/failure-notices.tsx'
import { useJoin } from '../ui/format/join.ts'
import { LateDialog } from '../ui/late-dialog.tsx'
import { useInvalidateChannel } from './use-role-change.tsx'

type Props = { guests: readonly Member[]; opened: boolean; onClose: () => void; onDone: () => void }

/** How many names are written out. */
const mostNamed = 5

/** Explains what several guests get before they get it. */
export function ApproveDialog({ guests, opened, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const join = useJoin()
  const approve = useApproval(() => {
    onDone()
    onClose()
  })
  const names = guests.slice(0, mostNamed).map(usePersonName())
  return (
    <LateDialog opened={opened} onClose={onClose} title={t('members.bulk.title', { count: guests.length })}>
      <Stack>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {join.list(names)}
          {guests.length > mostNamed && ' …'}
        </Text>
        <Text>{t('members.change.text.member')}</Text>
        {approve.error && <FailureNote error={approve.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button loading={approve.isPending} onClick={() => approve.mutate(guests.map(({ userId }) => userId))}>
            {t('members.bulk.approve', { count: guests.length })}
          </Button>
        </Group>
      </Stack>
    </LateDialog>
  )
}

/** In as many requests as it takes, one after the other. */
function useApproval(onDone: () => void) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const join = useJoin()
  return useMutation({
    mutationFn: async (userIds: readonly string[]) => {
      const results: ApprovalReport['results'] = []
      for (let from = 0; from < userIds.length; from += peopleLimits.approvals) {
        const part = userIds.slice(from, from + peopleLimits.approvals)
        results.push(...(await api.approveGuests({ channelId, body: { userIds: part } })).results)
      }
      return results
    },
    onSuccess: (results) => {
      const missed = results.filter(({ result }) => result === 'not-found').length
      const done = t('members.bulk.done', { count: results.length - missed })
      const message = missed === 0 ? done : join.sentences(done, t('members.bulk.missed', { count: missed }))
      notifications.show({ message })
      onDone()
    },
    onSettled: useInvalidateChannel(channelId),
  })
}
