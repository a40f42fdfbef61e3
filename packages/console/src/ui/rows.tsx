import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './rows.module.css'
import { SlowNote } from './slow-note.tsx'

/** A list of items with a name, details and an action. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  )
}

type RowProps = { name: string; mark?: ReactNode; facts: string[]; action?: ReactNode }

export function Row({ name, mark, facts, action }: RowProps) {
  return (
    <li className={classes.row}>
      <Box miw={0} flex={1}>
        <Group gap="xs">
          <Text fw={500} lineClamp={2} className={classes.name}>
            {name}
          </Text>
          {mark}
        </Group>
        <Facts of={facts} />
      </Box>
      {action}
    </li>
  )
}

/** Short facts with dots between them. Lines break between facts, and no line starts or ends with a dot. */
export function Facts({ of: facts }: { of: readonly string[] }) {
  return (
    <Text component="div" size="sm" c="dimmed" className={classes.facts}>
      <div>
        {facts.map((fact) => (
          // The space separates them when they are copied.
          <span key={fact}>{fact} </span>
        ))}
      </div>
    </Text>
  )
}

export function RowSkeletons() {
  return (
    <Stack gap="xs" aria-busy>
      <Skeleton height={64} />
      <Skeleton height={64} />
      <SlowNote />
    </Stack>
  )
}
