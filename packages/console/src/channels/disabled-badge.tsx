import { Badge, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './channel-card.module.css'

export default function DisabledBadge() {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('channels.disabledHint')} multiline maw={260}>
      <Badge variant="light" color="orange" tabIndex={0} className={classes.above}>
        {t('channels.status.disabled')}
      </Badge>
    </Tooltip>
  )
}
