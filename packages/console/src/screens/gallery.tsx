import '@mantine/dates/styles.layer.css'
import type { MediaType } from '@innkeeper/contract'
import { Title, VisuallyHidden } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ScreenKeys } from '../channel/screen-keys.tsx'
import classes from '../gallery/gallery.module.css'
import { Gallery } from '../gallery/gallery.tsx'
import { GalleryToolbar } from '../gallery/gallery-toolbar.tsx'
import { isMonth } from '../gallery/months.ts'

const mediaTypes: readonly MediaType[] = ['image', 'video', 'audio', 'file']

export default function GalleryScreen() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/channels/$channelId/gallery' })
  const type = mediaTypes.find((one) => one === search.type)
  const month = isMonth(search.month) ? search.month : undefined
  return (
    <div className={classes.screen}>
      <VisuallyHidden>
        <Title order={1}>{t('gallery.title')}</Title>
      </VisuallyHidden>
      <ScreenKeys />
      <GalleryToolbar type={type} month={month} />
      <Gallery key={`${type} ${month}`} type={type} month={month} />
    </div>
  )
}
