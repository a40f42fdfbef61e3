import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Platform } from '../queries.ts'

/** To be entered by hand if the platform doesn't let us do it. Platforms that we ask for messages need none. */
export function WebhookAddress({ platform: { name, needsPublicAddress, webhookUrl } }: { platform: Platform }) {
  const { t } = useTranslation()
  if (!needsPublicAddress) return null
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {t('setup.platform.webhook')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('setup.platform.webhookText', { name })}
      </Text>
      <Group gap="sm">
        <Code px="sm" py={6} style={{ overflowWrap: 'anywhere' }}>
          {webhookUrl}
        </Code>
        <CopyButton value={webhookUrl}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? t('setup.group.copied') : t('setup.group.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
