import type { Timeline } from '@innkeeper/contract'
import {
  beginWith,
  type Conversation,
  type Direction,
  edgeOf,
  extend,
  findEntry,
  keyOf,
  messageKey,
  timeOf,
} from './conversation.ts'
import { applyChange, catchUp, type LiveChange, noChanges, type RecentChanges, remember } from './live-changes.ts'

/** Where one begins to read. */
export type Start = { kind: 'end' } | { kind: 'date'; date: string } | { kind: 'message'; id: string }

export type LiveState = 'connecting' | 'open' | 'waiting'

export type Snapshot = {
  conversation: Conversation | undefined
  /** On the way to another place; what was there stays until it is reached. */
  isOpening: boolean
  /** Why it could not be opened, and where it should have been. */
  failure: { error: unknown; start: Start } | undefined
  loading: Readonly<Record<Direction, boolean>>
  failed: Readonly<Partial<Record<Direction, unknown>>>
  live: LiveState
  /** Access ended: nothing more will come. */
  refused: unknown
  /** Where to look now; a new object each time somebody wants to go there. */
  target: { start: Start } | undefined
  /** Messages that came since one last saw the end. */
  unread: readonly string[]
  /** The last change was something new at the end: who looks there goes along. */
  isFollowing: boolean
}

type Query = { date?: string; around?: string; cursor?: string; limit: number }

export type ConversationDeps = {
  read(query: Query): Promise<Timeline>
  watch(options: {
    lastEventId: string
    signal: AbortSignal
    onChange(no: number, change: LiveChange): void
    /** Too much happened to be told: read anew. */
    onReset(): void
    onState(state: LiveState): void
    onRefused(error: unknown): void
  }): void
}

export type OpenConversation = ReturnType<typeof openConversation>

const pageSize = { first: 60, next: 200 } as const

/** The conversation of a channel as it is read: what is loaded of it, kept current. Close it. */
export function openConversation({ read, watch }: ConversationDeps) {
  const ended = new AbortController()
  const listeners = new Set<() => void>()
  let snapshot = beginning
  let recent: RecentChanges | undefined
  // Answers to what was asked before a jump are for nobody any more.
  let generation = 0
  let visibleId: string | undefined
  let watching: AbortController | undefined
  let isResting = false
  let reachedId = '0'

  const set = (change: Partial<Snapshot>) => {
    if (ended.signal.aborted) return
    snapshot = { ...snapshot, isFollowing: false, ...change }
    for (const listener of listeners) listener()
  }

  const onChange = (no: number, change: LiveChange) => {
    reachedId = String(no)
    if (recent) recent = remember(recent, no, change)
    const { conversation, unread } = snapshot
    if (!conversation) return
    const now = applyChange(conversation, change)
    const isNew = change.kind === 'came' && isLatest(conversation, change)
    set({
      conversation: now,
      unread: change.kind === 'unsent' ? unread.filter((id) => id !== change.id) : isNew ? add(unread, change) : unread,
      isFollowing: isNew,
    })
  }

  /** `isJump`: somebody wants to go there; else the same place is read anew. */
  const begin = async (start: Start, { isJump }: { isJump: boolean }, tries = 0): Promise<void> => {
    const ownGeneration = ++generation
    set({ isOpening: true, loading: idle, failed: {}, failure: undefined })
    try {
      const page = await readStart(read, start)
      if (ownGeneration !== generation) return
      const fresh = beginWith(page.timeline)
      const conversation = startLive(fresh, page.timeline.lastEventId)
      // More happened meanwhile than is remembered: the page is old already.
      if (!conversation && tries < 2) return await begin(start, { isJump }, tries + 1)
      set({
        conversation: conversation ?? fresh,
        isOpening: false,
        ...(isJump ? { target: { start: page.start } } : {}),
      })
    } catch (error) {
      if (ownGeneration === generation) set({ isOpening: false, failure: { error, start } })
    }
  }

  const reload = () => begin(visibleId ? { kind: 'message', id: visibleId } : { kind: 'end' }, { isJump: false })

  /** Brings a page up to date; the first one begins the watching. */
  const startLive = (conversation: Conversation, lastEventId: string): Conversation | undefined => {
    if (reachedId === '0') reachedId = lastEventId
    if (recent) return catchUp(conversation, recent, Number(lastEventId))
    recent = noChanges(Number(lastEventId))
    if (!isResting) follow()
    return conversation
  }

  /** Goes on after what was told last. */
  const follow = () => {
    watching = new AbortController()
    watch({
      lastEventId: reachedId,
      signal: AbortSignal.any([ended.signal, watching.signal]),
      onChange,
      onReset: () => {
        recent = noChanges(0)
        reachedId = '0'
        void reload()
      },
      onState(live) {
        set({ live })
        // What failed in the meantime is tried again by itself.
        for (const direction of live === 'open' ? directions : []) if (snapshot.failed[direction]) void load(direction)
      },
      onRefused: (refused) => set({ refused }),
    })
  }

  const load = async (direction: Direction) => {
    const edge = snapshot.conversation && edgeOf(snapshot.conversation, direction)
    if (!edge || snapshot.loading[direction]) return
    const ownGeneration = generation
    set({ loading: { ...snapshot.loading, [direction]: true }, failed: { ...snapshot.failed, [direction]: undefined } })
    try {
      const page = await read({ ...edge, limit: pageSize.next })
      if (ownGeneration !== generation || !snapshot.conversation || !recent) return
      const longer = extend(snapshot.conversation, direction, page)
      const conversation = longer === 'lost-the-thread' ? undefined : catchUp(longer, recent, Number(page.lastEventId))
      if (!conversation) return await reload()
      set({ conversation, loading: { ...snapshot.loading, [direction]: false } })
    } catch (error) {
      if (ownGeneration !== generation) return
      set({ loading: { ...snapshot.loading, [direction]: false }, failed: { ...snapshot.failed, [direction]: error } })
    }
  }

  return {
    getSnapshot: () => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load,
    /** Goes there, without asking where it is at hand already. */
    jump(start: Start): void {
      if (isAtHand(snapshot.conversation, start)) set({ target: { start }, failure: undefined })
      else void begin(start, { isJump: true })
    },
    /** The message in sight, around which to read anew when that is needed; undefined at the end. */
    noteVisible(messageId: string | undefined): void {
      visibleId = messageId
    },
    seeEnd(): void {
      if (snapshot.unread.length > 0) set({ unread: [] })
    },
    /** Nobody looks: what is there stays, and nothing is told any more. */
    rest(): void {
      isResting = true
      watching?.abort()
    },
    /** What happened meanwhile is told now. */
    resume(): void {
      isResting = false
      set({ live: 'connecting', failure: undefined })
      if (recent) follow()
    },
    close(): void {
      ended.abort()
    },
  }
}

const directions: readonly Direction[] = ['older', 'newer']
const idle = { older: false, newer: false } as const

const beginning: Snapshot = {
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

/** A day after the last that has something ends at the end. */
async function readStart(read: ConversationDeps['read'], start: Start): Promise<{ timeline: Timeline; start: Start }> {
  const limit = pageSize.first
  if (start.kind === 'message') return { timeline: await read({ around: start.id, limit }), start }
  if (start.kind === 'date') {
    const timeline = await read({ date: start.date, limit })
    if (timeline.items.length > 0) return { timeline, start }
  }
  return { timeline: await read({ limit }), start: { kind: 'end' } }
}

function isAtHand(conversation: Conversation | undefined, start: Start): boolean {
  if (!conversation) return false
  if (start.kind === 'end') return edgeOf(conversation, 'newer') === null
  return start.kind === 'message' && findEntry(conversation, messageKey(start.id)) !== undefined
}

type Came = Extract<LiveChange, { item: unknown }>

/** Comes after all that is known, whether or not the end is at hand. */
function isLatest(conversation: Conversation, { item }: Came): boolean {
  if (findEntry(conversation, keyOf(item, new Set()))) return false
  const last = conversation.pages.at(-1)?.entries.at(-1)
  return !last || timeOf(last.item) <= timeOf(item)
}

function add(unread: readonly string[], { item }: Came): readonly string[] {
  const id = item.kind === 'gap' ? undefined : item.id
  return id === undefined || unread.includes(id) ? unread : [...unread, id]
}
