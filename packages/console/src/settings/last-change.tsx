import type { ChannelSettings } from '@innkeeper/contract'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { useNames } from '../channel/use-names.ts'
import { useFormat } from '../ui/format/use-format.ts'

export function LastChange({ settings: { updatedAt, updatedBy } }: { settings: ChannelSettings }) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const nameOf = useNames()
  if (!updatedAt || !updatedBy) return null
  return (
    <Text size="sm" c="dimmed">
      {t('settings.updated', { when: format.dateTime(updatedAt), who: nameOf(updatedBy) })}
    </Text>
  )
}
