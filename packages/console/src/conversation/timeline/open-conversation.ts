import type { Timeline } from '@innkeeper/contract'
import { beginWith, type Conversation, type Direction, edgeOf, extend, findEntry, messageKey } from './conversation.ts'
import { createLiveFeed, type WatchOptions } from './live-feed.ts'
import { createSnapshotStore, idle, type Start } from './snapshot.ts'

type Query = { date?: string; around?: string; cursor?: string; limit: number }

export type ConversationDeps = {
  read(query: Query): Promise<Timeline>
  watch(options: WatchOptions): void
}

export type OpenConversation = ReturnType<typeof openConversation>

const pageSize = { first: 60, next: 200 } as const
const directions: readonly Direction[] = ['older', 'newer']

/** The conversation of a channel: the part of it that is loaded, kept up to date until it is closed. */
export function openConversation({ read, watch }: ConversationDeps) {
  const store = createSnapshotStore()
  // Responses to requests from before a jump are dropped.
  let generation = 0
  let visibleId: string | undefined

  /** `isJump`: someone asked to go there; otherwise the same position is read again. */
  const begin = async (start: Start, { isJump }: { isJump: boolean }, tries = 0): Promise<void> => {
    const ownGeneration = ++generation
    store.set({ isOpening: true, loading: idle, failed: {}, failure: undefined })
    try {
      const page = await readStart(read, start)
      if (ownGeneration !== generation) return
      const fresh = beginWith(page.timeline)
      const conversation = feed.start(fresh, page.timeline.lastEventId)
      // More has happened in the meantime than is remembered, so the page is already outdated.
      if (!conversation && tries < 2) return await begin(start, { isJump }, tries + 1)
      store.set({
        conversation: conversation ?? fresh,
        isOpening: false,
        ...(isJump ? { target: { start: page.start } } : {}),
      })
    } catch (error) {
      if (ownGeneration === generation) store.set({ isOpening: false, failure: { error, start } })
    }
  }

  const reload = () => begin(visibleId ? { kind: 'message', id: visibleId } : { kind: 'end' }, { isJump: false })

  const load = async (direction: Direction) => {
    const { conversation: loaded, loading, failed } = store.get()
    const edge = loaded && edgeOf(loaded, direction)
    if (!edge || loading[direction]) return
    const ownGeneration = generation
    store.set({ loading: { ...loading, [direction]: true }, failed: { ...failed, [direction]: undefined } })
    try {
      const page = await read({ ...edge, limit: pageSize.next })
      const { conversation: current } = store.get()
      if (ownGeneration !== generation || !current) return
      const longer = extend(current, direction, page)
      const conversation = longer === 'lost-the-thread' ? undefined : feed.catchUp(longer, page.lastEventId)
      if (!conversation) return await reload()
      store.set({ conversation, loading: { ...store.get().loading, [direction]: false } })
    } catch (error) {
      if (ownGeneration !== generation) return
      const now = store.get()
      store.set({ loading: { ...now.loading, [direction]: false }, failed: { ...now.failed, [direction]: error } })
    }
  }

  const feed = createLiveFeed({
    watch,
    store,
    onReset: () => void reload(),
    // Retries what failed while there was no connection.
    onOpen: () => directions.filter((one) => store.get().failed[one]).forEach((one) => void load(one)),
  })

  return {
    getSnapshot: store.get,
    subscribe: store.subscribe,
    load,
    /** Jumps there, without a request if it is already loaded. */
    jump(start: Start): void {
      if (isLoaded(store.get().conversation, start)) store.set({ target: { start }, failure: undefined })
      else void begin(start, { isJump: true })
    },
    /** The message in view, around which the conversation is reloaded when needed; undefined at the end. */
    noteVisible(messageId: string | undefined): void {
      visibleId = messageId
    },
    seeEnd(): void {
      if (store.get().unread.length > 0) store.set({ unread: [] })
    },
    /** Closes the stream while the conversation is not shown, and keeps what is loaded. */
    pause: feed.pause,
    /** Reopens the stream, which delivers what happened in between. */
    resume: feed.resume,
    close: store.close,
  }
}

/** For a day after the last message, starts at the end. */
async function readStart(read: ConversationDeps['read'], start: Start): Promise<{ timeline: Timeline; start: Start }> {
  const limit = pageSize.first
  if (start.kind === 'message') return { timeline: await read({ around: start.id, limit }), start }
  if (start.kind === 'date') {
    const timeline = await read({ date: start.date, limit })
    if (timeline.items.length > 0) return { timeline, start }
  }
  return { timeline: await read({ limit }), start: { kind: 'end' } }
}

function isLoaded(conversation: Conversation | undefined, start: Start): boolean {
  if (!conversation) return false
  if (start.kind === 'end') return edgeOf(conversation, 'newer') === null
  return start.kind === 'message' && findEntry(conversation, messageKey(start.id)) !== undefined
}
