import { Badge, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Pause } from '../channel/pause.ts'
import classes from './channel-card.module.css'

export default function DisabledBadge({ pause }: { pause: Pause }) {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('channels.pausedHint')} multiline maw={260}>
      <Badge variant="light" color="orange" tabIndex={0} className={classes.above}>
        {t(`channels.status.${pause}`)}
      </Badge>
    </Tooltip>
  )
}
