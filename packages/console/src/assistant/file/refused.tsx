import { Alert, Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconAlertTriangle } from '../../ui/icons/icons.ts'
import type { FilePosition } from './read-file.ts'

type Problem = { position?: FilePosition | undefined; text: ReactNode }
type Props = { name: string; problems: Problem[] }

/** Why a file cannot be imported, and where the problems are. */
export function Refused({ name, problems }: Props) {
  const { t } = useTranslation()
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={t('assistantParts.file.import.refused', { name })}
    >
      {problems.map(({ position, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a refusal never changes
        <Box key={index} style={{ overflowWrap: 'anywhere' }}>
          {position && (
            <Text size="sm" fw={600}>
              {t(`assistantParts.file.import.at.${position.kind}`, { number: position.number })}
              {position.member !== undefined && ` · ${position.member}`}
            </Text>
          )}
          <Text size="sm">{text}</Text>
        </Box>
      ))}
      <Text size="sm" c="dimmed" mt={4}>
        {t('assistantParts.file.import.unchangedSince')}
      </Text>
    </Alert>
  )
}
