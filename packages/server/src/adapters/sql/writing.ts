import type { Assistants } from './assistants.ts'
import type { Defaults } from './sql.ts'

/** What writing needs besides the store: what the operator decided, and what is made once and kept. */
export type Writing = Defaults & { assistants: Assistants }
