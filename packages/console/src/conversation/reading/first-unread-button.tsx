import { sizeLimits } from '@innkeeper/contract'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconArrowUp } from '../../ui/icons/icons.ts'
import classes from '../conversation.module.css'
import type { News } from './use-reading.ts'

/** Jumps to where the person stopped reading. */
export function FirstUnreadButton({ news: { count }, onClick }: { news: News; onClick(): void }) {
  const { t } = useTranslation()
  const isMany = count >= sizeLimits.countedUnread
  return (
    <Button
      className={classes.firstUnread ?? ''}
      radius="xl"
      size="xs"
      variant="filled"
      leftSection={<IconArrowUp size={16} aria-hidden />}
      onClick={onClick}
    >
      {t(isMany ? 'conversation.firstUnreadMany' : 'conversation.firstUnread', { count })}
    </Button>
  )
}
