import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'

/** The selected ids. Kept outside React state, so that a click renders one tile and not thousands. */
export type Selection = {
  ids(): ReadonlySet<string>
  toggle(id: string): void
  /** Selects everything from the last clicked item to this one, as shift-click does. */
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

/** How many of these are selected: all, some or none. */
export function useShareSelected(ids: readonly string[]): 'all' | 'some' | 'none' {
  const selected = useSelectedIds()
  return useMemo(() => {
    const count = ids.filter((id) => selected.has(id)).length
    if (count === 0) return 'none'
    return count === ids.length ? 'all' : 'some'
  }, [ids, selected])
}

/** Everything between two items, both included; only the second if the first is gone. */
export function rangeBetween(order: readonly string[], from: string, to: string): string[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)]
  if (end < 0) return []
  if (start < 0) return [to]
  return order.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** As many as fit beside those already selected, in order. */
export function thatFit(wanted: readonly string[], selected: ReadonlySet<string>, limit: number): string[] {
  return wanted.filter((id) => !selected.has(id)).slice(0, Math.max(0, limit - selected.size))
}

export const totalSize = (items: readonly { size: number }[]): number => items.reduce((sum, { size }) => sum + size, 0)

/** What can be done with an item. The functions stay the same as long as the gallery is shown. */
export type GalleryActions = {
  /** Opens it, or selects it while others are selected. */
  press(id: string, isShift: boolean): void
  /** With shift, selects everything up to it. */
  select(id: string, isShift: boolean): void
}

const noActions: GalleryActions = { press() {}, select() {} }

export const GalleryActionsContext = createContext(noActions)

export const useGalleryActions = () => useContext(GalleryActionsContext)
