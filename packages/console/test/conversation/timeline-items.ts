import type { Happening, Timeline, TimelineItem, TimelineMessage } from '@innkeeper/contract'

/** A text message `no` seconds into an hour. */
export function textItem(no: number, more: Partial<Extract<TimelineMessage, { type: 'text' }>> = {}): TimelineMessage {
  return {
    kind: 'message',
    id: String(no),
    timestamp: new Date(Date.UTC(2026, 2, 1, 9, 0, no)).toISOString().replace('.000', ''),
    sender: { id: 'U1', name: 'Mika', pictureUrl: '/pictures/1' },
    type: 'text',
    content: `text ${no}`,
    isFromBot: false,
    edited: false,
    editedAt: null,
    quoted: null,
    imageSet: null,
    topic: null,
    mentions: [],
    title: null,
    mediaState: null,
    lostReason: null,
    preview: null,
    precision: 'exact',
    imported: null,
    sticker: null,
    ...more,
  }
}

export function imageItem(no: number, setId: string | null, senderId = 'U1'): TimelineMessage {
  const { content: _, type: __, ...rest } = textItem(no) as Extract<TimelineMessage, { type: 'text' }>
  return {
    ...rest,
    type: 'image',
    sender: { ...rest.sender, id: senderId },
    mediaKey: `m_${no}`,
    fileSize: 1000,
    mediaState: 'stored',
    imageSet: setId === null ? null : { id: setId, index: null, total: null },
  }
}

export function stickerItem(no: number, stickerId: string): TimelineMessage {
  const { content: _, type: __, ...rest } = textItem(no) as Extract<TimelineMessage, { type: 'text' }>
  return { ...rest, type: 'sticker', packageId: '1', stickerId }
}

export function gapItem(no: number): TimelineItem {
  return { kind: 'gap', at: textItem(no).timestamp }
}

export function happeningItem(no: number, what: Happening['what'], more: Partial<Happening> = {}): Happening {
  return {
    kind: 'happening',
    id: `h-${no}`,
    at: textItem(no).timestamp,
    what,
    person: { id: `U${no}`, name: `Name ${no}`, pictureUrl: '/pictures/1' },
    from: null,
    to: null,
    missingSince: null,
    ...more,
  }
}

export function answerItem(no: number, id = String(no)): TimelineItem {
  return { kind: 'answer', id, at: textItem(no).timestamp, what: 'answer', texts: ['Hello'], messageId: null }
}

/** Pages a conversation of `count` messages like the service; `items` may change between requests. */
export function fakeTimeline(count: number) {
  const state = {
    items: Array.from({ length: count }, (_, no) => textItem(no)) as TimelineItem[],
    lastEventId: 1,
    reads: 0,
  }
  const page = (from: number, to: number): Timeline => ({
    items: state.items.slice(Math.max(0, from), to),
    timezone: 'UTC',
    lastEventId: String(state.lastEventId),
    previousCursor: from > 0 ? `before:${nameOf(state.items[from])}` : null,
    nextCursor: to < state.items.length ? `after:${nameOf(state.items[to - 1])}` : null,
  })
  const read = async ({
    cursor,
    around,
    limit,
  }: {
    cursor?: string
    around?: string
    date?: string
    limit: number
  }) => {
    state.reads++
    const [direction, name] = cursor?.split(':') ?? []
    const at = state.items.findIndex((item) => nameOf(item) === (name ?? around))
    if (direction === 'before') return page(Math.max(0, at - limit), at)
    if (direction === 'after') return page(at + 1, Math.min(state.items.length, at + 1 + limit))
    if (around === undefined) return page(Math.max(0, state.items.length - limit), state.items.length)
    if (at < 0) throw new Error('Message not found')
    return page(Math.max(0, at - limit / 2), Math.min(state.items.length, at + limit / 2))
  }
  return { state, read }
}

function nameOf(item: TimelineItem | undefined): string {
  if (!item) return ''
  return item.kind === 'gap' ? `gap-${item.at}` : item.id
}
