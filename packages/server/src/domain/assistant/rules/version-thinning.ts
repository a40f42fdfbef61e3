import { isDeepStrictEqual } from 'node:util'
import { type AssistantLimits, mostLabels } from './assistant-limits.ts'
import type { KeptEdit } from './assistant-state.ts'

/**
 * A version as far as thinning is concerned. A thinned one is not shown any more; its edits stay while an older version
 * remains, because that one is reconstructed by undoing everything that came later.
 */
export type ThinnableVersion = { version: number; label: string | null; isThinned: boolean }

export type ThinningStep =
  | { kind: 'none' }
  /** No older version remains, so nothing needs its edits. */
  | { kind: 'drop'; version: number }
  /** Its edits join those of the thinned version right before it. */
  | { kind: 'merge'; version: number; into: number }
  /** From now on it is hidden. */
  | { kind: 'thin'; version: number }

/** Of all versions of a channel. `shown`: those that are not thinned. */
export type VersionTotals = { shown: number; bytes: number; newest: number }

/** This many of the oldest are enough to decide, because there is one thinned version between two named ones. */
export const mostOldest = 3 * mostLabels

/** What to do next so that a channel's versions stay within their limits. `oldest` is ordered by version number. */
export function decideThinning(
  oldest: readonly ThinnableVersion[],
  { shown, bytes, newest }: VersionTotals,
  limits: Pick<AssistantLimits, 'versions' | 'versionBytes'>,
): ThinningStep {
  let before: ThinnableVersion | undefined
  for (const one of oldest) {
    if (one.isThinned && !before) return { kind: 'drop', version: one.version }
    if (one.isThinned && before?.isThinned) return { kind: 'merge', version: one.version, into: before.version }
    before = one
  }
  if (shown <= limits.versions && bytes <= limits.versionBytes) return { kind: 'none' }
  const next = oldest.find(({ isThinned, label, version }) => !isThinned && label === null && version !== newest)
  return next ? { kind: 'thin', version: next.version } : { kind: 'none' }
}

/** Two edits of the same thing, one after the other, as one. Undefined if the second undoes the first. */
export function mergeEdits(first: KeptEdit, second: KeptEdit): KeptEdit | undefined {
  const before = first.before && overlay(second.before ?? {}, first.before)
  const after = second.after && overlay(first.after ?? {}, second.after)
  if (before === null && after === null) return undefined
  const { part, ruleId, question } = second
  // Created, deleted, or deleted and created again: such an edit contains the whole rule.
  if (!before || !after || !first.after) return { part, ruleId, question, before, after }
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  if (changed.length === 0) return undefined
  return { part, ruleId, question, before: pick(before, changed), after: pick(after, changed) }
}

type Members = NonNullable<KeptEdit['before']>

/** Properties of `over` win; `qa` is the only one that has properties itself. */
function overlay(under: Members, over: Members): Members {
  const both = { ...under, ...over }
  return isObject(under.qa) && isObject(over.qa) ? { ...both, qa: { ...under.qa, ...over.qa } } : both
}

function pick(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.map((name) => [name, members[name]]))
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}
