import { Button, Code, Group, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { saveBlob } from './download.ts'

/** Codes that are shown once, and can be saved as a file. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useTranslation()
  const text = `${t('account.operator.codesFile', { address: window.location.origin })}\n\n${codes.join('\n')}\n`
  return (
    <>
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
          {t('account.operator.downloadCodes')}
        </Button>
      </Group>
    </>
  )
}
