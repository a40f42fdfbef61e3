import type { PlatformSetupList } from '@innkeeper/contract'
import classes from './sketch.module.css'

type Sketch = NonNullable<PlatformSetupList['platforms'][number]['steps'][number]['sketch']>

/** Where something is on one of the platform's own pages. The text beside it says the same in words. */
export function PageSketch({ sketch }: { sketch: Sketch }) {
  return (
    <div className={classes.page} aria-hidden>
      <div className={classes.title}>{sketch.page}</div>
      <div className={classes.tabs}>
        {sketch.tabs.map((tab) => (
          <span key={tab} className={classes.tab} data-open={tab === sketch.openTab || undefined}>
            {tab}
          </span>
        ))}
      </div>
      {sketch.rows.map(({ name, isMarked }, index) => (
        // Rows between the marked ones have no name.
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order
        <div key={index} className={classes.row} data-marked={isMarked || undefined}>
          {isMarked ? <span>{name}</span> : <span className={classes.line} />}
          {isMarked && <span className={classes.value} />}
        </div>
      ))}
    </div>
  )
}
