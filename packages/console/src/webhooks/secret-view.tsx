import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconCheck, IconCopy } from '../ui/icons/icons.ts'
import classes from './webhooks.module.css'

/** A secret, this once. */
export function SecretView({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Alert color="orange">{t('webhooks.secret.once')}</Alert>
      <Code block p="sm" fz="sm" className={classes.value ?? ''} aria-label={t('webhooks.secret.label')}>
        {secret}
      </Code>
      <Group justify="space-between">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              variant="light"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
              data-autofocus
            >
              <Text span inherit aria-live="polite">
                {copied ? t('shell.copied') : t('shell.copy')}
              </Text>
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t('webhooks.secret.done')}</Button>
      </Group>
    </Stack>
  )
}
