import { Alert, Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { IconArchive } from '../ui/icons/icons.ts'

/** Explains that something reads past messages, which needs the backup. */
export function NeedsBackup({ what }: { what: string }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  return (
    <Alert color="gray" variant="light" icon={<IconArchive size={18} />}>
      <Text size="sm">
        {what}{' '}
        <Anchor inherit renderRoot={(props) => <Link to="/channels/$channelId" params={{ channelId }} {...props} />}>
          {t('assistant.subscribe')}
        </Anchor>
      </Text>
    </Alert>
  )
}
