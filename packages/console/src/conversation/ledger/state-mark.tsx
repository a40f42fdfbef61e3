import type { DayState } from '@innkeeper/contract'
import classes from './ledger.module.css'

/** A shape for the state of a day. The word is beside it, or in the name of what it's part of. */
export function StateMark({ state }: { state: DayState }) {
  return <span className={classes.mark} data-state={state} aria-hidden />
}
