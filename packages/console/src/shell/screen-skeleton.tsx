import { Container, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SlowNote } from '../ui/slow-note.tsx'

/** While the code of a screen is on its way. */
export function ScreenSkeleton() {
  const { t } = useTranslation()
  return (
    <Container size="lg" py="xl" aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <Stack>
        <Skeleton height={32} width={220} />
        <SlowNote />
        <Skeleton height={120} />
        <Skeleton height={120} />
      </Stack>
    </Container>
  )
}
