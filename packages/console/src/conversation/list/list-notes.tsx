import { Button, Group, Loader, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconArrowDown } from '../../ui/icons/icons.ts'
import classes from '../conversation.module.css'

type Props = { text: string; isLoading: boolean; isFailed: boolean; onRetry(): void; children?: React.ReactNode }

/** At either end of the loaded messages: loading, failed, or the beginning of the conversation. */
export function EdgeNote({ text, isLoading, isFailed, onRetry, children = null }: Props) {
  const { t } = useTranslation()
  if (isFailed) {
    return (
      <Group gap="sm" role="alert">
        <Text size="sm">{text}</Text>
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      </Group>
    )
  }
  return isLoading ? <Loader size="sm" type="dots" role="status" aria-label={text} /> : children
}

/** Jumps to the end, and shows how many messages arrived there. */
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
