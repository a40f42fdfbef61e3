import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
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
        <Text size="sm" c="dimmed">
          {facts.map((fact, index) => (
            <Fragment key={fact}>
              {index > 0 && ' · '}
              <span className={classes.fact}>{fact}</span>
            </Fragment>
          ))}
        </Text>
      </Box>
      {action}
    </li>
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
