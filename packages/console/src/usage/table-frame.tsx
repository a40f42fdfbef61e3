import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './usage.module.css'

/** A table that scrolls by itself, by keyboard too. */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by who scrolls with keys.
    <section className={classes.tableFrame} aria-label={label} tabIndex={0}>
      <Table stickyHeader verticalSpacing={6} className={classes.table ?? ''} aria-label={label}>
        {children}
      </Table>
    </section>
  )
}
