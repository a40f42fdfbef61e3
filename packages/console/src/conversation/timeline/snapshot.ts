import type { Conversation, Direction } from './conversation.ts'

/** Where to start reading. `answer`: something the bot said there, to which to scroll. */
export type Start =
  | { kind: 'end' }
  | { kind: 'date'; date: string; answer?: string }
  | { kind: 'message'; id: string; answer?: string }

export type LiveState = 'connecting' | 'open' | 'waiting'

/** What the screen shows of a conversation at one moment. */
export type Snapshot = {
  conversation: Conversation | undefined
  /** A jump is under way; what was shown before stays until it arrives. */
  isOpening: boolean
  /** Why opening failed, and what should have been opened. */
  failure: { error: unknown; start: Start } | undefined
  loading: Readonly<Record<Direction, boolean>>
  failed: Readonly<Partial<Record<Direction, unknown>>>
  live: LiveState
  /** Access has ended, so no more events will arrive. */
  refused: unknown
  /** Where to scroll; a new object for every jump. */
  target: { start: Start } | undefined
  /** Messages that arrived since the end was last visible. */
  unread: readonly string[]
  /** The last change was a new message at the end: a list that shows the end scrolls along. */
  isFollowing: boolean
}

export const idle = { older: false, newer: false } as const

const initial: Snapshot = {
  conversation: undefined,
  isOpening: false,
  failure: undefined,
  loading: idle,
  failed: {},
  live: 'connecting',
  refused: undefined,
  target: undefined,
  unread: [],
  isFollowing: false,
}

export type SnapshotStore = ReturnType<typeof createSnapshotStore>

/** Holds the latest snapshot and its subscribers, in the shape of `useSyncExternalStore`. */
export function createSnapshotStore() {
  const closing = new AbortController()
  const listeners = new Set<() => void>()
  let snapshot = initial
  return {
    /** Aborted when the conversation is closed. */
    signal: closing.signal,
    get: () => snapshot,
    set(change: Partial<Snapshot>): void {
      if (closing.signal.aborted) return
      snapshot = { ...snapshot, isFollowing: false, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close(): void {
      closing.abort()
    },
  }
}
