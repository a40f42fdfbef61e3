import type { SearchHit, TimelineItem } from '@innkeeper/contract'
import { textItem } from '../conversation/timeline-items.ts'

/** A hit of the text message `no`. */
export function textHit(no: number, more: Partial<SearchHit> = {}): SearchHit {
  return {
    item: textItem(no),
    field: 'content',
    bubble: 0,
    highlights: [{ start: 0, length: 4 }],
    more: [],
    exact: true,
    version: null,
    ...more,
  }
}

export function answerItem(id: string, texts: string[], messageId: string | null = null) {
  return {
    kind: 'answer',
    id,
    at: '2026-03-01T09:00:00Z',
    what: 'answer',
    texts,
    messageId,
  } as const satisfies TimelineItem
}
