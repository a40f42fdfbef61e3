import { SegmentedControl, Skeleton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { afterFirstLoad } from '../ui/after-first-load.ts'
import { useFormat } from '../ui/format/format.ts'
import { type Criteria, countOf, kinds, toSearch } from './criteria.ts'
import classes from './gallery.module.css'
import { useGalleryCounts } from './use-gallery.ts'

// The pictures don't wait for the fields.
const GalleryFilters = lazy(
  afterFirstLoad(async () => ({ default: (await import('./gallery-filters.tsx')).GalleryFilters })),
)

/** What is shown; the choice is in the URL. */
export function GalleryToolbar({ criteria }: { criteria: Criteria }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const format = useFormat()
  const navigate = useNavigate()
  const counts = useGalleryCounts(channelId, criteria).data
  const change = (some: Partial<Criteria>) =>
    void navigate({
      to: '/channels/$channelId/gallery',
      params: { channelId },
      search: toSearch({ ...criteria, ...some }),
      resetScroll: false,
    })
  const labelOf = (kind: Criteria['kind']) => {
    const count = countOf(kind, counts)
    return (
      <>
        {t(`gallery.types.${kind}`)}
        {count !== undefined && <span className={classes.count}> {format.count(count)}</span>}
      </>
    )
  }
  return (
    <div className={classes.toolbar}>
      <div className={classes.types}>
        <SegmentedControl
          fullWidth
          aria-label={t('gallery.types.label')}
          value={criteria.kind}
          data={kinds.map((kind) => ({ value: kind, label: labelOf(kind) }))}
          onChange={(kind) => change({ kind })}
        />
      </div>
      <Suspense fallback={<FiltersSkeleton hasSpans={criteria.kind !== 'link'} />}>
        <GalleryFilters criteria={criteria} onChange={change} />
      </Suspense>
    </div>
  )
}

/** As high as the fields, so that nothing moves when they appear. */
function FiltersSkeleton({ hasSpans }: { hasSpans: boolean }) {
  return (
    <div className={classes.filters} aria-hidden>
      <Skeleton className={classes.person ?? ''} height={36} />
      <Skeleton className={classes.days ?? ''} height={36} />
      {hasSpans && <Skeleton className={classes.by ?? ''} height={36} />}
    </div>
  )
}
