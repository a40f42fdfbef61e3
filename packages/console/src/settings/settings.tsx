import { Stack, Tabs, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useActor } from '../channel/channel.ts'
import { SettingsReading } from './form/read-only-settings.tsx'
import { SettingsForm } from './form/settings-form.tsx'
import { KeysSection } from './keys-section.tsx'
import { SettingsSkeleton } from './setting-group.tsx'
import { StatusSection } from './status-section.tsx'

const AuditLog = lazy(async () => ({ default: (await import('./audit/audit-log.tsx')).AuditLog }))
const Deletion = lazy(async () => ({ default: (await import('./deletion.tsx')).Deletion }))

export const settingsParts = ['channel', 'log', 'deletion'] as const

type SettingsPart = (typeof settingsParts)[number]

type Props = { part: SettingsPart; onPart: (part: SettingsPart) => void }

export function Settings({ part, onPart }: Props) {
  const { t } = useTranslation()
  const { role, canWrite } = useActor()
  const isOwner = role === 'owner'
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
        {/* The others are only for the owner. */}
        {isOwner && (
          <Tabs.List mb="lg">
            {settingsParts.map((one) => (
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
        <Tabs.Panel value="log">
          {isOwner ? (
            <Suspense fallback={<SettingsSkeleton />}>
              <AuditLog />
            </Suspense>
          ) : (
            <Text c="dimmed">{t('settings.ownerOnly.log')}</Text>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="deletion">
          {!isOwner ? (
            <Text c="dimmed">{t('settings.ownerOnly.deletion')}</Text>
          ) : (
            <Stack>
              {why && <Text c="dimmed">{why}</Text>}
              <Suspense fallback={<SettingsSkeleton />}>
                <Deletion canDelete={why === undefined} />
              </Suspense>
            </Stack>
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
