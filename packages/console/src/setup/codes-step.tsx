import { Button, Checkbox, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveBlob } from '../ui/download.ts'

/** Shown once. Going on requires that someone says they kept them. */
export function CodesStep({ codes }: { codes: string[] }) {
  const { t } = useTranslation()
  const [isKept, setIsKept] = useState(false)
  const text = `${t('setup.codes.fileTitle', { address: window.location.origin })}\n\n${codes.join('\n')}\n`
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        {t('setup.codes.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('setup.codes.text')}
      </Text>
      <SimpleGrid cols={2} spacing="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group>
        <Button
          variant="default"
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'innkeeper-recovery-codes.txt')}
        >
          {t('setup.codes.download')}
        </Button>
      </Group>
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
