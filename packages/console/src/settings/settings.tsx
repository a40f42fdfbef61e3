import { Stack, Tabs, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useActor, useChannel } from '../channel/channel.ts'
import { subscriptionQuery } from '../channel/queries.ts'
import { LateChannelWebhooks } from '../webhooks/late-webhooks.tsx'
import { AuditLog } from './audit/audit-log.tsx'
import { Deletion } from './deletion.tsx'
import { SettingsReading } from './form/read-only-settings.tsx'
import { SettingsForm } from './form/settings-form.tsx'
import { KeysSection } from './keys-section.tsx'
import { StatusSection } from './status-section.tsx'

export const settingsParts = ['channel', 'webhooks', 'log', 'deletion'] as const

type SettingsPart = (typeof settingsParts)[number]

type Props = { part: SettingsPart; onPart: (part: SettingsPart) => void }

export function Settings({ part, onPart }: Props) {
  const { t } = useTranslation()
  const { role, canWrite } = useActor()
  const isOwner = role === 'owner'
  const shown = useShownParts()
  const why = !isOwner ? t('settings.readOnly') : canWrite ? undefined : t('editing.readOnlyKey')
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        {t('settings.title')}
      </Title>
      <Tabs
        value={part}
        onChange={(value) => onPart(settingsParts.find((one) => one === value) ?? 'channel')}
        keepMounted={false}
      >
        {shown.length > 1 && (
          <Tabs.List mb="lg">
            {shown.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`settings.parts.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        )}
        <Tabs.Panel value="channel">
          <Stack gap="xl">
            {why && <Text c="dimmed">{why}</Text>}
            {why === undefined ? <SettingsForm /> : <SettingsReading />}
            <StatusSection canChange={why === undefined} />
            <KeysSection />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          <LateChannelWebhooks />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          {isOwner ? <AuditLog /> : <Text c="dimmed">{t('settings.ownerOnly.log')}</Text>}
        </Tabs.Panel>
        <Tabs.Panel value="deletion">
          {!isOwner ? (
            <Text c="dimmed">{t('settings.ownerOnly.deletion')}</Text>
          ) : (
            <Stack>
              {why && <Text c="dimmed">{why}</Text>}
              <Deletion canDelete={why === undefined} />
            </Stack>
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

/** Webhooks are for admins and the owner with a backup, the audit log and deleting the channel for the owner. */
function useShownParts(): readonly SettingsPart[] {
  const { channelId } = useChannel()
  const { role } = useActor()
  const isSubscribed = useQuery(subscriptionQuery(channelId)).data?.subscribed ?? false
  const isOwner = role === 'owner'
  return settingsParts.filter((one) => {
    if (one === 'webhooks') return (isOwner || role === 'admin') && isSubscribed
    return isOwner || one === 'channel'
  })
}
