import type { OperatorReport } from '@innkeeper/contract'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'
import { useJoin } from '../ui/format/join.ts'
import { Fact, Facts, Panel } from './panel.tsx'

const mostShown = 10

/** The channels that use the most storage. */
export function ChannelsPanel({ channels }: { channels: OperatorReport['channels'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const join = useJoin()
  const { largest, measuredAt, limitBytes, assistantLimitBytes } = channels
  const limits = [
    ...(assistantLimitBytes === null
      ? []
      : [t('operator.channels.assistantLimit', { size: format.size(assistantLimitBytes) })]),
    ...(limitBytes === null ? [] : [t('operator.channels.limit', { size: format.size(limitBytes) })]),
  ]
  return (
    <Panel title={t('operator.channels.title')} text={t('operator.channels.text')}>
      <Facts>
        {largest.slice(0, mostShown).map((one) => {
          const { channelId, rulesBytes, versionBytes, messageBytes, mediaBytes } = one
          const assistantSizes = { rules: format.size(rulesBytes), versions: format.size(versionBytes) }
          const note =
            measuredAt === null
              ? t('operator.channels.partsUnmeasured', assistantSizes)
              : t('operator.channels.parts', {
                  ...assistantSizes,
                  messages: format.size(messageBytes),
                  files: format.size(mediaBytes),
                })
          return (
            <Fact key={channelId} name={channelId} note={note}>
              {measuredAt === null
                ? t('operator.channels.notYet')
                : format.size(rulesBytes + versionBytes + messageBytes + mediaBytes)}
            </Fact>
          )
        })}
      </Facts>
      <Text size="xs" c="dimmed" mt="sm">
        {join.sentences(
          ...limits,
          measuredAt === null
            ? t('operator.channels.unmeasured')
            : t('operator.channels.measured', { time: format.time(measuredAt) }),
        )}
      </Text>
    </Panel>
  )
}
