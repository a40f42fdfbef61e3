import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilePlace } from './read-file.ts'

type Props = { name: string; place?: FilePlace | undefined; children: ReactNode }

/** Why a file cannot be imported, and where in it. */
export function Refused({ name, place, children }: Props) {
  const { t } = useTranslation()
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={t('assistantParts.file.import.refused', { name })}
    >
      {place && (
        <Text size="sm" fw={600}>
          {t(`assistantParts.file.import.at.${place.kind}`, { number: place.number })}
          {place.member !== undefined && ` · ${place.member}`}
        </Text>
      )}
      <Text size="sm">{children}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {t('assistantParts.file.import.unchangedSince')}
      </Text>
    </Alert>
  )
}
