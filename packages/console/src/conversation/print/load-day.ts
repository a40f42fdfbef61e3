import type { Timeline, TimelineItem } from '@innkeeper/contract'
import { type Conversation, edgeOf, entriesOf, isShown, timeOf } from '../timeline/conversation.ts'

/** `isWhole`: nothing of the day is missing. */
export type DayToPrint = { day: string; items: readonly TimelineItem[]; isWhole: boolean }

type Read = (query: { date?: string; cursor?: string; limit: number }) => Promise<Timeline>
type DayOf = (at: string) => string

/** More would be hundreds of pages, and slow down the browser. */
const mostItems = 5000
const pageSize = 200

/** Everything of a day. */
export async function loadDay(read: Read, day: string, dayOf: DayOf): Promise<DayToPrint> {
  const items: TimelineItem[] = []
  let page = await read({ date: day, limit: pageSize })
  for (;;) {
    const ofDay = page.items.filter((item) => dayOf(timeOf(item)) === day)
    items.push(...ofDay.filter(isShown))
    const isEnd = ofDay.length < page.items.length || page.nextCursor === null
    if (isEnd || items.length >= mostItems) {
      return { day, items: items.slice(0, mostItems), isWhole: isEnd && items.length <= mostItems }
    }
    page = await read({ cursor: page.nextCursor ?? '', limit: pageSize })
  }
}

/** What is loaded of a day, for a browser that prints at once. */
export function findDay(conversation: Conversation, day: string, dayOf: DayOf): DayToPrint {
  const items = entriesOf(conversation).map(({ item }) => item)
  const days = items.map((item) => dayOf(timeOf(item)))
  const startsThere = edgeOf(conversation, 'older') === null || (days[0] ?? day) < day
  const endsThere = edgeOf(conversation, 'newer') === null || (days.at(-1) ?? day) > day
  return { day, items: items.filter((_, index) => days[index] === day), isWhole: startsThere && endsThere }
}
