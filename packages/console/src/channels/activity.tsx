import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'
import classes from './activity.module.css'
import { sparklinePath } from './sparkline-path.ts'

/** Any size: the picture is stretched to its place. A line at the very edge would be cut off. */
const box = { width: 300, height: 54 }

/** Messages per day, oldest first. Drawn here, because a library for charts is larger than the rest of the page. */
export function Activity({ counts }: { counts: readonly number[] }) {
  const { t } = useTranslation()
  const total = useFormat().count(counts.reduce((sum, count) => sum + count, 0))
  const line = sparklinePath(counts, box)
  return (
    <svg
      className={classes.chart}
      viewBox={`0 -1 ${box.width} ${box.height + 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('channels.activity', { total })}
    >
      <path className={classes.area} d={`${line}L${box.width},${box.height + 1}L0,${box.height + 1}Z`} />
      <path className={classes.line} d={line} />
    </svg>
  )
}
