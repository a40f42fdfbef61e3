import { Button, Code, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keysQuery } from '../session/queries.ts'
import { Coded } from '../ui/coded.tsx'
import { Section } from '../ui/layout.tsx'
import { CopyText } from './copy-text.tsx'

/** Where AI assistants connect. They need a key, as any program does. */
export function ConnectAssistant({ onCreateKey }: { onCreateKey: () => void }) {
  const { t } = useTranslation()
  const url = useQuery(keysQuery).data?.mcpUrl
  if (!url) return null
  const action = (
    <Button variant="light" onClick={onCreateKey}>
      {t('account.newKey.submit')}
    </Button>
  )
  return (
    <Section title={t('account.assistant.title')} text={t('account.assistant.text')} action={action}>
      <Group gap="sm">
        <Code fz="sm" p="xs" aria-label={t('account.assistant.url')} style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Code>
        <CopyText value={url} />
      </Group>
      <Text size="sm" c="dimmed">
        <Coded text={t('account.assistant.guide')} />
      </Text>
    </Section>
  )
}
