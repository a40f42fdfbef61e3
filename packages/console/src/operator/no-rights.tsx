import { Button, Code, CopyButton, EmptyState } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { signInWaysQuery } from '../session/queries.ts'
import { Coded } from '../ui/coded.tsx'
import { IconCheck, IconCopy, IconTool } from '../ui/icons/icons.ts'
import { CenteredScreen } from '../ui/layout.tsx'

/** Tells people without operator rights how to get them: with the account, or with a key that only the server can create. */
export function NoRights({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const hasAccount = useQuery(signInWaysQuery).data?.operator !== 'none'
  const command = `./innkeeper keys create --user ${userId} --operator`
  return (
    <CenteredScreen>
      <EmptyState icon={<IconTool stroke={1.5} />} withIndicatorBackground>
        <EmptyState.Title order={1}>{t('operator.noRights.title')}</EmptyState.Title>
        <EmptyState.Description maw={480}>
          {t('operator.noRights.text')} {t(hasAccount ? 'operator.noRights.account' : 'operator.noRights.noAccount')}
        </EmptyState.Description>
        <Button component="a" href={hasAccount ? '/sign-in?back=/operator' : '/setup'}>
          {t(hasAccount ? 'setup.signIn' : 'operator.noRights.setup')}
        </Button>
        <EmptyState.Description maw={480}>
          <Coded text={t('operator.noRights.key')} />
        </EmptyState.Description>
        <Code block maw="100%" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {command}
        </Code>
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
