import { Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SlowNote } from '../ui/slow-note.tsx'

const lines = [
  { width: 46, height: 40, isMine: false },
  { width: 62, height: 62, isMine: false },
  { width: 34, height: 40, isMine: true },
  { width: 52, height: 180, isMine: false },
  { width: 40, height: 40, isMine: true },
  { width: 58, height: 62, isMine: false },
] as const

export function ReaderSkeleton() {
  const { t } = useTranslation()
  return (
    <Stack gap="lg" maw={860} w="100%" mx="auto" p="xl" justify="flex-end" h="100%" aria-busy>
      <VisuallyHidden role="status">{t('reader.opening')}</VisuallyHidden>
      <SlowNote />
      {lines.map(({ width, height, isMine }) => (
        <Group key={width} gap="sm" align="flex-start" wrap="nowrap" justify={isMine ? 'flex-end' : 'flex-start'}>
          {!isMine && <Skeleton height={36} circle />}
          <Skeleton height={height} width={`${width}%`} radius="lg" />
        </Group>
      ))}
    </Stack>
  )
}
