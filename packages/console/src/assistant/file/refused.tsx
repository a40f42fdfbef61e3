import { Alert, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconAlertTriangle } from '../../ui/icons/icons.ts'
import type { FilePosition } from './read-file.ts'

type Props = { name: string; position?: FilePosition | undefined; children: ReactNode }

/** Why a file cannot be imported, and where the problem is. */
export function Refused({ name, position, children }: Props) {
  const { t } = useTranslation()
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={t('assistantParts.file.import.refused', { name })}
    >
      {position && (
        <Text size="sm" fw={600}>
          {t(`assistantParts.file.import.at.${position.kind}`, { number: position.number })}
          {position.member !== undefined && ` · ${position.member}`}
        </Text>
      )}
      <Text size="sm">{children}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {t('assistantParts.file.import.unchangedSince')}
      </Text>
    </Alert>
  )
}
