import { SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SlowNote } from '../ui/slow-note.tsx'

export function UsageSkeleton() {
  const { t } = useTranslation()
  return (
    <Stack gap="md" aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <SlowNote />
      <Skeleton height={340} radius="lg" />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} height={280} radius="lg" />
        ))}
      </SimpleGrid>
    </Stack>
  )
}
