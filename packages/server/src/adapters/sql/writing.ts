import { type Assistants, createAssistants } from './assistant/assistants.ts'
import { createPastRemovals, type PastRemovals } from './messages/past-removals.ts'
import type { Defaults } from './sql.ts'

/** What writes need besides the store: the operator's settings and shared caches. */
export type Writing = Defaults & { assistants: Assistants; past: PastRemovals }

export function createWriting(defaults: Defaults): Writing {
  return { ...defaults, assistants: createAssistants(defaults), past: createPastRemovals() }
}
