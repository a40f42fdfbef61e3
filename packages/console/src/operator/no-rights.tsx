import { Button, Code, CopyButton, EmptyState } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconCheck, IconCopy, IconTool } from '../ui/icons/icons.ts'
import { CenteredScreen } from '../ui/layout.tsx'

/** Tells people without operator rights how to get them. */
export function NoRights({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const command = `./innkeeper keys create --user ${userId} --operator`
  return (
    <CenteredScreen>
      <EmptyState icon={<IconTool stroke={1.5} />} withIndicatorBackground>
        <EmptyState.Title order={1}>{t('operator.noRights.title')}</EmptyState.Title>
        <EmptyState.Description maw={480}>{t('operator.noRights.text')}</EmptyState.Description>
        <Code block maw="100%" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {command}
        </Code>
        <EmptyState.Description maw={480}>{t('operator.noRights.next')}</EmptyState.Description>
        <EmptyState.Actions>
          <CopyButton value={command}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {copied ? t('shell.copied') : t('operator.noRights.copy')}
              </Button>
            )}
          </CopyButton>
        </EmptyState.Actions>
      </EmptyState>
    </CenteredScreen>
  )
}
