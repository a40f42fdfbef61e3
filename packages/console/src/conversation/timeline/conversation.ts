import { happeningWords, type Timeline, type TimelineItem } from '@innkeeper/contract'

/** How to continue after a page: with a cursor, or around a message that both pages contain; null if there is nothing more. */
export type Edge = { cursor: string } | { around: string } | null

/** `key` stays the same while the item changes: when a message is unsent, its gap keeps the key. */
export type Entry = { key: string; item: TimelineItem }

type Page = { entries: readonly Entry[]; previous: Edge; next: Edge }

/** A contiguous part of the conversation, oldest first; there is always at least one page. */
export type Conversation = { pages: readonly [Page, ...Page[]] }

export type Direction = 'older' | 'newer'

/** Distant pages are dropped, and loaded again when someone scrolls back. */
export const limits = { entries: 600, liveTail: 200 } as const

export function beginWith(timeline: Timeline): Conversation {
  return { pages: [toPage(timeline, new Set())] }
}

export function entriesOf({ pages }: Conversation): Entry[] {
  return pages.flatMap(({ entries }) => entries)
}

export function edgeOf({ pages }: Conversation, direction: Direction): Edge {
  return direction === 'older' ? pages[0].previous : (pages.at(-1) ?? pages[0]).next
}

/** Adds a page at one edge, and drops pages at the other while there are too many. */
export function extend(
  conversation: Conversation,
  direction: Direction,
  timeline: Timeline,
): Conversation | 'lost-the-thread' {
  const edge = edgeOf(conversation, direction)
  if (!edge) return conversation
  const known = new Set(entriesOf(conversation).map(({ key }) => key))
  const cut = 'around' in edge ? beyond(timeline, edge.around, direction) : timeline
  if (!cut) return 'lost-the-thread'
  const page = toPage(cut, known)
  const pages =
    direction === 'older' ? ([page, ...conversation.pages] as const) : ([...conversation.pages, page] as const)
  return trim({ pages: pages as Conversation['pages'] }, direction === 'older' ? 'newer' : 'older')
}

export function findEntry(conversation: Conversation, key: string): Entry | undefined {
  for (const { entries } of conversation.pages) {
    const found = entries.find((entry) => entry.key === key)
    if (found) return found
  }
  return undefined
}

export function messageKey(id: string): string {
  return `m:${id}`
}

/** Gaps have no id, so those of the same second are numbered. */
export function keyOf(item: TimelineItem, known: ReadonlySet<string>): string {
  if (item.kind === 'message') return messageKey(item.id)
  if (item.kind === 'answer') return `a:${item.id}`
  if (item.kind === 'happening') return `h:${item.id}`
  let key = `g:${item.at}`
  for (let count = 2; known.has(key); count++) key = `g:${item.at}:${count}`
  return key
}

/** A newer service may send items that this page doesn't know. They are left out until it is reloaded. */
export function isShown(item: TimelineItem): boolean {
  if (item.kind === 'happening') return happeningWords.includes(item.what)
  return item.kind === 'message' || item.kind === 'answer' || item.kind === 'gap'
}

export function timeOf(item: TimelineItem): string {
  return item.kind === 'message' ? item.timestamp : item.at
}

export function mapEntries(conversation: Conversation, change: (entry: Entry) => Entry): Conversation {
  let isChanged = false
  const pages = conversation.pages.map((page) => {
    const entries = page.entries.map(change)
    if (entries.every((entry, index) => entry === page.entries[index])) return page
    isChanged = true
    return { ...page, entries }
  })
  return isChanged ? { pages: pages as unknown as Conversation['pages'] } : conversation
}

/**
 * Inserts a new item by its time, if that is within what is loaded. Items outside are left out; they are loaded when
 * someone scrolls there.
 */
export function insert(conversation: Conversation, item: TimelineItem): Conversation {
  const time = timeOf(item)
  const first = conversation.pages[0].entries[0]
  if (first && edgeOf(conversation, 'older') && time < timeOf(first.item)) return conversation
  const pages = [...conversation.pages]
  for (let at = pages.length - 1; at >= 0; at--) {
    const page = pages[at]
    if (!page) break
    const index = page.entries.findLastIndex((entry) => timeOf(entry.item) <= time) + 1
    if (index === 0 && at > 0) continue
    if (at === pages.length - 1 && index === page.entries.length && page.next) return conversation
    const known = new Set(entriesOf(conversation).map(({ key }) => key))
    const entries = page.entries.toSpliced(index, 0, { key: keyOf(item, known), item })
    pages.splice(at, 1, ...(page.next ? [{ ...page, entries }] : split({ ...page, entries })))
    break
  }
  return { pages: pages as unknown as Conversation['pages'] }
}

/** Live messages are added at the end without cursors. Splitting the last page early lets it be dropped in parts. */
function split(page: Page): Page[] {
  const { entries } = page
  if (entries.length <= 2 * limits.liveTail) return [page]
  for (let at = limits.liveTail; at < entries.length - 1; at++) {
    const before = entries[at - 1]?.item
    const after = entries[at]?.item
    // Both halves need a message at the cut, because only messages can be read around.
    if (before?.kind !== 'message' || after?.kind !== 'message') continue
    return [
      { entries: entries.slice(0, at), previous: page.previous, next: { around: before.id } },
      { entries: entries.slice(at), previous: { around: after.id }, next: page.next },
    ]
  }
  return [page]
}

/** Drops pages at one end. */
export function trim(conversation: Conversation, end: Direction): Conversation {
  const pages = [...conversation.pages]
  let count = pages.reduce((sum, { entries }) => sum + entries.length, 0)
  while (pages.length > 2 && count > limits.entries) {
    const gone = end === 'older' ? pages.shift() : pages.pop()
    count -= gone?.entries.length ?? 0
  }
  return pages.length === conversation.pages.length
    ? conversation
    : { pages: pages as unknown as Conversation['pages'] }
}

function toPage(timeline: Timeline | Cut, known: Set<string>): Page {
  const entries: Entry[] = []
  for (const item of timeline.items.filter(isShown)) {
    const key = keyOf(item, known)
    // It arrived live while this page was being loaded.
    if (known.has(key)) continue
    known.add(key)
    entries.push({ key, item })
  }
  return { entries, previous: toEdge(timeline.previousCursor), next: toEdge(timeline.nextCursor) }
}

type Cut = Pick<Timeline, 'items'> & { previousCursor: string | Edge; nextCursor: string | Edge }

const toEdge = (cursor: string | Edge): Edge => (typeof cursor === 'string' ? { cursor } : cursor)

/** The part of a page beyond a message. */
function beyond(timeline: Timeline, id: string, direction: Direction): Cut | undefined {
  const at = timeline.items.findIndex((item) => item.kind === 'message' && item.id === id)
  if (at < 0) return undefined
  const around = { around: id }
  return direction === 'older'
    ? { items: timeline.items.slice(0, at), previousCursor: timeline.previousCursor, nextCursor: around }
    : { items: timeline.items.slice(at + 1), previousCursor: around, nextCursor: timeline.nextCursor }
}
