import type { ExportPlan } from '@innkeeper/contract'
import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { useFormat } from '../../ui/format/format.ts'
import { IconAlertTriangle, IconCircleCheck } from '../../ui/icons/icons.ts'
import { Facts } from '../../ui/rows.tsx'
import classes from '../exports.module.css'
import type { Arriving } from './use-export-run.ts'

type Props = {
  part: ExportPlan['parts'][number]
  /** Undefined if it is missing; 0 if the browser downloaded it itself. */
  savedBytes: number | undefined
  arriving: Arriving | undefined
  isFailed: boolean
  /** For browsers that download each part themselves. */
  onDownload: (() => void) | undefined
}

export function PartRow({ part, savedBytes, arriving, isFailed, onDownload }: Props) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const name = format.month(part.month)
  const facts = [
    t('exports.part.facts', { count: part.messages, messages: format.count(part.messages) }),
    ...(part.fileBytes > 0 ? [format.size(part.fileBytes)] : []),
  ]
  return (
    <li className={classes.part}>
      <div>
        <Text fw={500}>{name}</Text>
        <Facts of={facts} />
      </div>
      <Text component="div" size="sm" className={classes.state ?? ''}>
        <State savedBytes={savedBytes} arriving={arriving} isFailed={isFailed} />
        {onDownload && savedBytes !== undefined && (
          <Button size="compact-sm" variant="subtle" onClick={onDownload}>
            {t('exports.part.again', { part: name })}
          </Button>
        )}
      </Text>
    </li>
  )
}

function State({ savedBytes, arriving, isFailed }: Pick<Props, 'savedBytes' | 'arriving' | 'isFailed'>) {
  const { t } = useTranslation()
  const format = useFormat()
  if (arriving && arriving.pauseSeconds > 0) return t('exports.part.paused', { count: arriving.pauseSeconds })
  if (arriving) return t('exports.part.running', { size: format.size(arriving.bytes) })
  if (savedBytes === undefined) {
    return (
      <span className={isFailed ? classes.failed : undefined}>
        {isFailed && <IconAlertTriangle size={16} aria-hidden />} {t('exports.part.missing')}
      </span>
    )
  }
  return (
    <>
      <IconCircleCheck size={16} className={classes.done ?? ''} aria-hidden />
      {savedBytes === 0 ? t('exports.part.started') : t('exports.part.saved', { size: format.size(savedBytes) })}
    </>
  )
}
