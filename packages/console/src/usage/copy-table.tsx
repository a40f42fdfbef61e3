import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function CopyTable({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          mt="sm"
          w="fit-content"
          aria-label={copied ? t('shell.copied') : t('usage.table.copy', { name })}
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={copy}
        >
          {copied ? t('shell.copied') : t('shell.copy')}
        </Button>
      )}
    </CopyButton>
  )
}
