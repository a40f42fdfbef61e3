import { Skeleton, Stack } from '@mantine/core'
import { SlowNote } from '../../ui/slow-note.tsx'
import classes from '../search.module.css'

/** Looks like results, while the first ones are loading. */
export function ResultSkeleton() {
  return (
    <Stack gap="lg" px="xs" aria-busy>
      <SlowNote />
      {[72, 48, 60, 38].map((width) => (
        <div key={width} className={classes.hit}>
          <Skeleton circle height={36} />
          <Stack gap={8} flex={1}>
            <Skeleton height={10} width={160} />
            <Skeleton height={10} width={`${width}%`} />
          </Stack>
        </div>
      ))}
    </Stack>
  )
}
