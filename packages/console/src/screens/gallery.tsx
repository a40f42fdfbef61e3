import { Title, VisuallyHidden } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenKeys } from '../channel/screen-keys.tsx'
import { readCriteria, toSearch } from '../gallery/criteria.ts'
import classes from '../gallery/gallery.module.css'
import { Gallery } from '../gallery/gallery.tsx'
import { GalleryToolbar } from '../gallery/gallery-toolbar.tsx'
import { GallerySkeleton } from '../gallery/placeholders.tsx'

const LinkList = lazy(async () => ({ default: (await import('../gallery/links/link-list.tsx')).LinkList }))

export default function GalleryScreen() {
  const { t } = useTranslation()
  const criteria = readCriteria(useSearch({ from: '/app/channels/$channelId/gallery' }))
  const key = JSON.stringify(toSearch({ ...criteria, by: 'month' }))
  return (
    <div className={classes.screen}>
      <VisuallyHidden>
        <Title order={1}>{t('gallery.title')}</Title>
      </VisuallyHidden>
      <ScreenKeys />
      <GalleryToolbar criteria={criteria} />
      {criteria.kind === 'link' ? (
        <Suspense fallback={<GallerySkeleton />}>
          <LinkList key={key} criteria={criteria} />
        </Suspense>
      ) : (
        <Gallery key={key} criteria={criteria} />
      )}
    </div>
  )
}
