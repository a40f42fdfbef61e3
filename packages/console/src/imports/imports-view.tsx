import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useActor, useChannel } from '../channel/channel.ts'
import { subscriptionQuery } from '../channel/queries.ts'
import { ZoneNote } from '../channel/zoned-time.tsx'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { IconArrowLeft, IconInfoCircle } from '../ui/icons/icons.ts'
import { RowSkeletons } from '../ui/rows.tsx'
import { ImportList } from './list/import-list.tsx'
import { ImportPage } from './one/import-page.tsx'
import { useImports } from './queries.ts'
import { UploadArea } from './upload/upload-area.tsx'

type Props = {
  /** The import that is shown by itself. */
  number: number | undefined
  onOpen(number: number | undefined): void
}

/** Everything about importing chat histories, which only the owner can do. */
export function ImportsView(props: Props) {
  const { t } = useTranslation()
  const { role } = useActor()
  const isOwner = role === 'owner'
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          {t('imports.title')}
        </Title>
        <Text c="dimmed">{t(isOwner ? 'imports.text' : 'imports.ownerOnly')}</Text>
      </div>
      {isOwner && <OwnersView {...props} />}
    </Stack>
  )
}

function OwnersView({ number, onOpen }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { canWrite } = useActor()
  const isSubscribed = useQuery(subscriptionQuery(channelId)).data?.subscribed ?? false
  const list = useImports()
  const imports = list.data?.imports
  const one = imports?.find((found) => found.number === number)
  return (
    <>
      <ZoneNote />
      {!isSubscribed && <NoBackup />}
      {!canWrite && <Text c="dimmed">{t('editing.readOnlyKey')}</Text>}
      {number !== undefined && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onOpen(undefined)}
        >
          {t('imports.list.back')}
        </Button>
      )}
      {number === undefined && isSubscribed && canWrite && <UploadArea onDone={onOpen} />}
      {!imports &&
        (list.error ? <ErrorScreen inline error={list.error} onRetry={() => void list.refetch()} /> : <RowSkeletons />)}
      {imports && number === undefined && <ImportList imports={imports} onOpen={isSubscribed ? onOpen : undefined} />}
      {imports && number !== undefined && !one && <Text>{t('imports.list.unknown')}</Text>}
      {imports && one && isSubscribed && (
        <ImportPage key={one.number} number={one.number} onClose={() => onOpen(undefined)} />
      )}
    </>
  )
}

/** What is imported is part of the backup. */
function NoBackup() {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  return (
    <Alert variant="default" icon={<IconInfoCircle size={18} />} title={t('imports.noBackup.title')}>
      <Text size="sm">{t('imports.noBackup.text')}</Text>
      <Button
        mt="xs"
        size="compact-sm"
        variant="light"
        renderRoot={(props) => <Link to="/channels/$channelId" params={{ channelId }} {...props} />}
      >
        {t('imports.noBackup.link')}
      </Button>
    </Alert>
  )
}
