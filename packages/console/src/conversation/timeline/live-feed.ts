import { type Conversation, findEntry, keyOf, timeOf } from './conversation.ts'
import { applyChange, catchUp, type LiveChange, noChanges, type RecentChanges, remember } from './live-changes.ts'
import type { LiveState, SnapshotStore } from './snapshot.ts'

export type WatchOptions = {
  lastEventId: string
  signal: AbortSignal
  onChange(no: number, change: LiveChange): void
  /** More has happened than the service can replay: read everything again. */
  onReset(): void
  onState(state: LiveState): void
  onRefused(error: unknown): void
}

type FeedOptions = {
  watch(options: WatchOptions): void
  store: SnapshotStore
  onReset(): void
  /** The stream is open again, after a failure or for the first time. */
  onOpen(): void
}

/**
 * Applies what happens in the channel to the snapshot, and remembers the latest changes, so that a page that was read before
 * them can be brought up to date.
 */
export function createLiveFeed({ watch, store, onReset, onOpen }: FeedOptions) {
  let recent: RecentChanges | undefined
  let reachedId = '0'
  let watching: AbortController | undefined
  let isPaused = false

  const onChange = (no: number, change: LiveChange) => {
    reachedId = String(no)
    if (recent) recent = remember(recent, no, change)
    const { conversation, unread } = store.get()
    if (!conversation) return
    const isNew = change.kind === 'came' && isLatest(conversation, change)
    store.set({
      conversation: applyChange(conversation, change),
      unread: change.kind === 'unsent' ? unread.filter((id) => id !== change.id) : isNew ? add(unread, change) : unread,
      isFollowing: isNew,
    })
  }

  /** Continues after the last event that was received. */
  const follow = () => {
    watching = new AbortController()
    watch({
      lastEventId: reachedId,
      signal: AbortSignal.any([store.signal, watching.signal]),
      onChange,
      onReset: () => {
        recent = noChanges(0)
        reachedId = '0'
        onReset()
      },
      onState(live) {
        store.set({ live })
        if (live === 'open') onOpen()
      },
      onRefused: (refused) => store.set({ refused }),
    })
  }

  return {
    /** Brings a first page up to date, and starts watching with the very first one. */
    start(conversation: Conversation, lastEventId: string): Conversation | undefined {
      if (reachedId === '0') reachedId = lastEventId
      if (recent) return catchUp(conversation, recent, Number(lastEventId))
      recent = noChanges(Number(lastEventId))
      if (!isPaused) follow()
      return conversation
    },
    /** Undefined if more has happened since the page was read than is remembered. */
    catchUp: (conversation: Conversation, lastEventId: string): Conversation | undefined =>
      recent && catchUp(conversation, recent, Number(lastEventId)),
    pause(): void {
      isPaused = true
      watching?.abort()
    },
    resume(): void {
      isPaused = false
      store.set({ live: 'connecting', failure: undefined })
      if (recent) follow()
    },
  }
}

type Came = Extract<LiveChange, { item: unknown }>

/** Whether it comes after everything that is loaded, even if the end itself is not. */
function isLatest(conversation: Conversation, { item }: Came): boolean {
  if (findEntry(conversation, keyOf(item, new Set()))) return false
  const last = conversation.pages.at(-1)?.entries.at(-1)
  return !last || timeOf(last.item) <= timeOf(item)
}

function add(unread: readonly string[], { item }: Came): readonly string[] {
  const id = item.kind === 'message' || item.kind === 'answer' ? item.id : undefined
  return id === undefined || unread.includes(id) ? unread : [...unread, id]
}
