import { VisuallyHidden } from '@mantine/core'
import { useFormat } from '../../ui/format/format.ts'
import classes from './member-page.module.css'

type Props = {
  label: string
  bars: readonly { key: string; label: string; count: number }[]
  /** Texts below the first and the last bar. */
  ends: readonly [string, string]
}

/** A small chart without a library. Screen readers get its bars as a list, without those that are empty. */
export function MiniBars({ label, bars, ends }: Props) {
  const format = useFormat()
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <figure className={classes.chart}>
      <div className={classes.bars} aria-hidden>
        {bars.map(({ key, label: name, count }) => (
          <span
            key={key}
            className={classes.bar}
            data-empty={count === 0 || undefined}
            title={`${name}: ${format.count(count)}`}
            style={{ blockSize: `${(count / most) * 100}%` }}
          />
        ))}
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
      <VisuallyHidden component="ul" aria-label={label}>
        {bars
          .filter(({ count }) => count > 0)
          .map(({ key, label: name, count }) => (
            <li key={key}>{`${name}: ${format.count(count)}`}</li>
          ))}
      </VisuallyHidden>
    </figure>
  )
}
