import type { ChannelCard } from '@innkeeper/contract'
import { Alert, Avatar, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, picturePath } from '../../api/client.ts'
import { overviewQuery } from '../../channel/queries.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { LinkedPersonRights } from '../../operator/person/linked-person.tsx'
import { meQuery } from '../../session/queries.ts'

const lookEveryMs = 1_000

/** The group that now belongs to the person: turns its backup on, then waits for a message. */
export function FirstMessage({ group }: { group: ChannelCard }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { channelId, name } = group
  const subscribe = useMutation({
    mutationFn: () => api.subscribe({ channelId }),
    onSuccess: () => client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
  })
  // The command has linked the account to the person, whose name and picture the header shows.
  useEffect(() => void client.invalidateQueries({ queryKey: meQuery.queryKey }), [client])
  return (
    <Stack gap="lg">
      <Group gap="sm" wrap="nowrap">
        <Avatar src={picturePath(group.picture)} name={name} radius="md" alt="" />
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {t('setup.group.owner')}
          </Text>
        </div>
      </Group>
      {group.backup.subscribed ? (
        <Arrived channelId={channelId} />
      ) : (
        <>
          <Text size="sm">{t('setup.group.backup')}</Text>
          <Group>
            <Button loading={subscribe.isPending} onClick={() => subscribe.mutate()}>
              {t('channels.turnOn.button')}
            </Button>
          </Group>
        </>
      )}
      {subscribe.error && <ErrorScreen inline error={subscribe.error} />}
      <LinkedPersonRights />
    </Stack>
  )
}

/** Commands to the bot are not part of the backup, so whatever appears was written to the group. */
function Arrived({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const [isSeen, setIsSeen] = useState(false)
  const newest = useQuery({
    queryKey: ['setup', 'newest', channelId],
    queryFn: () => api.listMessages({ channelId, order: 'desc', limit: 1 }),
    refetchInterval: isSeen ? false : lookEveryMs,
  })
  const [message] = newest.data?.messages ?? []
  if (message && !isSeen) setIsSeen(true)
  if (newest.error) return <ErrorScreen inline error={newest.error} onRetry={() => void newest.refetch()} />
  if (!message) {
    return (
      <Group gap="sm" role="status" wrap="nowrap">
        <Loader size="xs" aria-hidden />
        <Text size="sm">{t('setup.group.sayHello')}</Text>
      </Group>
    )
  }
  return (
    <Stack gap="sm" align="flex-start">
      <Alert color="brand" role="status" title={t('setup.group.arrived')}>
        {message.sender.name}: {message.type === 'text' ? message.content : t(`setup.group.kinds.${message.type}`)}
      </Alert>
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/channels/$channelId" params={{ channelId }} {...props} />}
      >
        {t('setup.group.open')}
      </Button>
    </Stack>
  )
}
