import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { rangeBetween } from './range.ts'

/** Ids that are selected. Outside React's state, so that a tick draws one tile anew and not thousands. */
export type Selection = {
  ids(): ReadonlySet<string>
  toggle(id: string): void
  /** All from the one touched last to this one, as shift-click does. */
  extendTo(id: string, order: readonly string[]): void
  add(ids: readonly string[]): void
  remove(ids: readonly string[]): void
  subscribe(listener: () => void): () => void
}

export function createSelection(): Selection {
  let ids: ReadonlySet<string> = new Set()
  let anchor: string | undefined
  const listeners = new Set<() => void>()
  const set = (next: ReadonlySet<string>) => {
    ids = next
    for (const listener of listeners) listener()
  }
  const add = (more: readonly string[]) => set(new Set([...ids, ...more]))
  return {
    ids: () => ids,
    toggle(id) {
      anchor = id
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      set(next)
    },
    extendTo(id, order) {
      add(rangeBetween(order, anchor ?? id, id))
      anchor = id
    },
    add,
    remove(less) {
      const gone = new Set(less)
      set(new Set([...ids].filter((id) => !gone.has(id))))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const SelectionContext = createContext<Selection>(createSelection())

export const useSelection = () => useContext(SelectionContext)

export function useSelectedIds(): ReadonlySet<string> {
  const selection = useSelection()
  return useSyncExternalStore(selection.subscribe, selection.ids)
}

export function useIsSelected(id: string): boolean {
  const selection = useSelection()
  return useSyncExternalStore(selection.subscribe, () => selection.ids().has(id))
}

/** How much of these is selected: all, some or nothing. */
export function useShareSelected(ids: readonly string[]): 'all' | 'some' | 'none' {
  const selected = useSelectedIds()
  return useMemo(() => {
    const count = ids.filter((id) => selected.has(id)).length
    if (count === 0) return 'none'
    return count === ids.length ? 'all' : 'some'
  }, [ids, selected])
}
