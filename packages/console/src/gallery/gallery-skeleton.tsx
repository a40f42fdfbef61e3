import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SlowNote } from '../ui/slow-note.tsx'
import classes from './gallery.module.css'

const widths = [220, 150, 280, 190, 240, 160, 300, 210, 170, 250, 200, 260]

export function GallerySkeleton() {
  const { t } = useTranslation()
  return (
    <Stack gap="sm" pt="xs" aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <Skeleton height={20} width={140} />
      <SlowNote />
      <div className={classes.skeleton}>
        {widths.map((width) => (
          <Skeleton key={width} height={180} width={width} radius="sm" flex={`1 1 ${width}px`} />
        ))}
      </div>
    </Stack>
  )
}
