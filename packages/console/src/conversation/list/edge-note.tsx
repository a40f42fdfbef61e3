import { Button, Group, Loader, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

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
