import { Button, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecoveryCodes } from '../ui/recovery-codes.tsx'

/** Going on requires that someone says they kept them. */
export function CodesStep({ codes }: { codes: string[] }) {
  const { t } = useTranslation()
  const [isKept, setIsKept] = useState(false)
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t('setup.codes.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('account.operator.codesText')}
      </Text>
      <RecoveryCodes codes={codes} />
      <Checkbox
        label={t('setup.codes.kept')}
        checked={isKept}
        onChange={(event) => setIsKept(event.currentTarget.checked)}
      />
      {/* A full page load, because everything before it belonged to someone who wasn't signed in. */}
      <Button disabled={!isKept} onClick={() => window.location.assign('/operator')}>
        {t('setup.codes.next')}
      </Button>
    </Stack>
  )
}
