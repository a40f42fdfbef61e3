import type { KeptData } from '@innkeeper/contract'
import { Accordion, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useChannelName } from '../channel/channel-name.ts'
import { KeptItems } from '../channel/own-data/kept-items.tsx'
import { OwnData } from '../channel/own-data/own-data.tsx'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { signInsQuery } from '../session/queries.ts'
import { useFormat } from '../ui/format/format.ts'
import { Section } from '../ui/layout.tsx'
import { Facts, RowSkeletons } from '../ui/rows.tsx'
import { EraseDialog } from './erase-dialog.tsx'

const keptQuery = queryOptions({ queryKey: ['account', 'kept'], queryFn: () => api.getKept() })

/** What the service keeps about the signed-in person: in their account, and in every channel. */
export function AccountData() {
  const { t } = useTranslation()
  const kept = useQuery(keptQuery)
  return (
    <>
      <Section title={t('people.kept.title')} text={t('people.kept.text')}>
        {kept.data ? (
          <Stack gap="lg">
            {kept.data.items.length > 0 && <KeptItems items={kept.data.items} />}
            <ChannelList channels={kept.data.channels} />
          </Stack>
        ) : kept.error ? (
          <ErrorScreen inline error={kept.error} onRetry={() => void kept.refetch()} />
        ) : (
          <RowSkeletons />
        )}
      </Section>
      {kept.data && <Erasing kept={kept.data} />}
    </>
  )
}

type Channel = KeptData['channels'][number]

/** The messages of a channel are counted when it is opened, because that takes a while. */
function ChannelList({ channels }: { channels: readonly Channel[] }) {
  const { t } = useTranslation()
  const nameOf = useChannelName()
  const [opened, setOpened] = useState<string | null>(null)
  if (channels.length === 0) return <Text c="dimmed">{t('people.kept.noChannels')}</Text>
  return (
    <Accordion variant="separated" radius="md" order={3} value={opened} onChange={setOpened}>
      {channels.map((channel) => (
        <Accordion.Item key={channel.channelId} value={channel.channelId}>
          <Accordion.Control>
            <Group gap="xs">
              <Text fw={500} style={{ overflowWrap: 'anywhere' }} dir="auto">
                {nameOf(channel)}
              </Text>
              <Badge variant="default">
                {channel.status === 'left' ? t('members.filter.left') : t(`channels.role.${channel.role}`)}
              </Badge>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <ChannelFacts channel={channel} />
            {opened === channel.channelId && (
              <Stack mt="sm">
                {channel.status === 'active' && channel.role !== 'guest' ? (
                  <OwnData channelId={channel.channelId} />
                ) : (
                  <Text size="sm">{t('people.kept.noAccess')}</Text>
                )}
              </Stack>
            )}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function ChannelFacts({ channel }: { channel: Channel }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { displayName, joinedAt, leftAt, subscribedAt, isPrivate } = channel
  const facts = [
    t('people.kept.name', { name: displayName }),
    t('members.joined', { date: format.date(joinedAt) }),
    ...(leftAt ? [t('members.left', { date: format.date(leftAt) })] : []),
    ...(subscribedAt ? [t('people.kept.subscribed', { date: format.date(subscribedAt) })] : []),
    ...(isPrivate ? [t('people.kept.private')] : []),
  ]
  return <Facts of={facts} />
}

/** The operator account isn't a person in a chat. */
function Erasing({ kept }: { kept: KeptData }) {
  const { t } = useTranslation()
  const [isAsking, ask] = useDisclosure(false)
  const canWrite = useQuery(signInsQuery).data?.signIns.find(({ current }) => current)?.scope !== 'read'
  if (kept.userId.startsWith('operator:')) return null
  return (
    <Section title={t('people.erase.title')} text={t('people.erase.text')}>
      <Group>
        <Button color="red" disabled={!canWrite} onClick={ask.open}>
          {t('people.erase.button')}
        </Button>
      </Group>
      {!canWrite && (
        <Text size="sm" c="dimmed">
          {t('editing.readOnlyKey')}
        </Text>
      )}
      <EraseDialog kept={kept} opened={isAsking} onClose={ask.close} />
    </Section>
  )
}
