import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SlowNote } from '../ui/slow-note.tsx'

export function SettingsSkeleton() {
  const { t } = useTranslation()
  return (
    <Stack gap="lg" aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <SlowNote />
      {[220, 120, 180].map((height) => (
        <Skeleton key={height} height={height} radius="lg" />
      ))}
    </Stack>
  )
}
