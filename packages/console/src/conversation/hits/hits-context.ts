import type { SearchHit } from '@innkeeper/contract'
import { createContext, useContext, useMemo } from 'react'
import { keyOfHit } from '../../channel/hits.ts'
import type { Highlight } from '../../ui/highlight/excerpt.ts'
import type { Row } from '../timeline/rows.ts'

type ShownHits = {
  /** By the keys of their items. */
  byKey: ReadonlyMap<string, SearchHit>
  /** The hit that was jumped to last. */
  currentKey: string | undefined
}

export const HitsContext = createContext<ShownHits>({ byKey: new Map(), currentKey: undefined })

/** For `HitsContext`. Stays the same while the hits do, because every row reads it. */
export function useShownHits(hits: readonly SearchHit[], currentKey: string | undefined): ShownHits {
  return useMemo(
    () => ({ byKey: new Map(hits.map((hit) => [keyOfHit(hit.item), hit])), currentKey }),
    [hits, currentKey],
  )
}

export function useIsCurrentHit(row: Row): boolean {
  const { currentKey } = useContext(HitsContext)
  return currentKey !== undefined && row.entries.some(({ key }) => key === currentKey)
}

const none: readonly Highlight[] = []

/** What the search has found in a text of this item. The positions of an earlier version don't fit the current text. */
export function useHighlights(key: string, field: 'content' | 'caption' | 'texts', bubble = 0): readonly Highlight[] {
  const hit = useContext(HitsContext).byKey.get(key)
  if (!hit || hit.version) return none
  return [hit, ...hit.more].find((one) => one.field === field && one.bubble === bubble)?.highlights ?? none
}
