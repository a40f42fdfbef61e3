import type { ChannelImport } from '@innkeeper/contract'

/** Whether a job works on it, so that it changes by itself. */
export const isBusy = ({ state }: Pick<ChannelImport, 'state'>): boolean =>
  state === 'reading' || state === 'writing' || state === 'undoing'

/** Whether its file is still there, so that its page says more than the list does. */
export const isOpen = ({ state }: Pick<ChannelImport, 'state'>): boolean =>
  state === 'reading' || state === 'ready' || state === 'refused' || state === 'writing'

/** Whether it has added something, or had. */
export const isWritten = ({ state }: Pick<ChannelImport, 'state'>): boolean =>
  state === 'writing' || state === 'done' || state === 'undoing' || state === 'undone'

/** In percent. Undefined if nobody knows how far it is. */
export function percentOf(progress: ChannelImport['progress']): number | undefined {
  if (progress === null) return undefined
  const { done, total } = progress
  return total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total))
}

type Figured = Pick<ChannelImport, 'number' | 'state' | 'figures' | 'fileName' | 'endedAt'>

/** What undoing an import removes, and what it leaves. */
export type UndoConsequences = {
  /** Messages that it added. */
  added: number
  /** Imports that may contain some of them, which therefore stay. */
  keptBy: Figured[]
  /** Imports that were undone since. What only this one still contains goes, too. */
  goneWith: Figured[]
}

/** Imports that don't overlap in time have no messages in common. */
export function decideConsequences(undone: Figured, all: readonly Figured[]): UndoConsequences {
  const others = all.filter((one) => one.number !== undone.number && isOverlapping(one, undone))
  const since = ({ endedAt }: Figured) => endedAt !== null && undone.endedAt !== null && endedAt >= undone.endedAt
  return {
    added: undone.figures?.new ?? 0,
    keptBy: others.filter(({ state }) => state === 'done' || state === 'writing'),
    goneWith: others.filter((one) => one.state === 'undone' && since(one)),
  }
}

function isOverlapping({ figures: one }: Figured, { figures: other }: Figured): boolean {
  if (!one?.firstDay || !one.lastDay || !other?.firstDay || !other.lastDay) return false
  return one.firstDay <= other.lastDay && other.firstDay <= one.lastDay
}
