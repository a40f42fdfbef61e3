import { Button, CopyButton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconCheck, IconCopy } from '../ui/icons/icons.ts'

export function CopyText({ value, autoFocus = false }: { value: string; autoFocus?: boolean }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="light"
          leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={copy}
          {...(autoFocus && { 'data-autofocus': true })}
        >
          <Text span inherit aria-live="polite">
            {copied ? t('shell.copied') : t('shell.copy')}
          </Text>
        </Button>
      )}
    </CopyButton>
  )
}
