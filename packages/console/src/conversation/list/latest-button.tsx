import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../conversation.module.css'

/** Leads to the end, and says how much came there meanwhile. */
export function LatestButton({ unread, onClick }: { unread: number; onClick(): void }) {
  const { t } = useTranslation()
  return (
    <Button
      className={classes.latest ?? ''}
      radius="xl"
      size="sm"
      variant={unread > 0 ? 'filled' : 'default'}
      leftSection={<IconArrowDown size={16} aria-hidden />}
      onClick={onClick}
    >
      {unread > 0 ? t('reader.newBelow', { count: unread }) : t('reader.latest')}
    </Button>
  )
}
