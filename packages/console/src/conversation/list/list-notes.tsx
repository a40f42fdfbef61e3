import { Button, Group, Loader, Text } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../conversation.module.css'

type Props = { words: string; isLoading: boolean; isFailed: boolean; onRetry(): void; children?: React.ReactNode }

/** At the upper or lower end of what is loaded: that more is coming, or why not. */
export function EdgeNote({ words, isLoading, isFailed, onRetry, children = null }: Props) {
  const { t } = useTranslation()
  if (isFailed) {
    return (
      <Group gap="sm" role="alert">
        <Text size="sm">{words}</Text>
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      </Group>
    )
  }
  return isLoading ? <Loader size="sm" type="dots" role="status" aria-label={words} /> : children
}

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
      {unread > 0 ? t('conversation.newBelow', { count: unread }) : t('conversation.latest')}
    </Button>
  )
}
