import type { ChannelEvent } from '@innkeeper/contract'
import type { Change, ChangeRecord, HappeningRecord, MessagePosition, MessageRecord } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import type { Pictures } from '../media/pictures.ts'
import { renderTimelineMessage, toTimelineAnswer, toTimelineHappening } from '../messages/timeline.ts'

type Deps = { store: Store; pictures: Pictures }

/** The events for one change; may be none. */
export type News = { no: number; events: LiveEvent[] }

/** `at`: the time of the message it is about, if only some readers can see that message. */
type LiveEvent = { name: ChannelEvent['event']; at?: number; dataFor(visibleFrom: number): string }

/** Beyond this many changes at once, reloading is better. */
const mostItems = 500

/**
 * Loads what the changes are about once, for all listeners. Undefined if they can't be sent one by one: some were deleted, or
 * there are too many.
 */
export async function loadNews(
  deps: Deps,
  channelNo: number,
  after: number,
  changes: readonly ChangeRecord[],
): Promise<News[] | undefined> {
  const isWhole = changes.length > 0 && changes.every(({ no }, index) => no === after + index + 1)
  const places = changes.flatMap(({ change }) => placesOf(change))
  const happenings = changes.reduce((count, { change }) => count + happeningsOf(change).length, 0)
  if (!isWhole || places.length + happenings > mostItems) return undefined
  const found = new Map<string, MessageRecord>()
  const asked = new Map(places.map((place) => [String(place), { time: place[0], seq: place[1] }]))
  const stored = await deps.store.listStoredMessages(channelNo, [...asked.values()])
  for (const record of await deps.store.completeMessages(channelNo, stored)) {
    found.set(String([record.position.time, record.position.seq]), record)
  }
  const news: News[] = []
  for (const { no, change } of changes) {
    news.push({ no, events: await eventsOf(deps, channelNo, change, (place) => found.get(String(place))) })
  }
  return news
}

/** As server-sent events. Only the last one has the id, so that a client that resumes from it has received all of them. */
export function textOf({ no, events }: News, visibleFrom: number): string {
  const visible = events.filter(({ at }) => at === undefined || at >= visibleFrom)
  const number = `id: ${no}\n`
  if (visible.length === 0) return `${number}\n`
  const last = visible.length - 1
  return visible
    .map(({ name, dataFor }, index) => {
      return `event: ${name}\n${index === last ? number : ''}data: ${dataFor(visibleFrom)}\n\n`
    })
    .join('')
}

/** Sent to clients that can't resume from where they were. */
export function resetText(no: number): string {
  return textOf({ no, events: [plain('reset')] }, 0)
}

function placesOf(change: Change): [time: number, seq: number][] {
  if (change.kind === 'messages') return change.isImported ? [] : change.places
  return change.kind === 'edited' || change.kind === 'media' ? [change.place] : []
}

async function eventsOf(
  { store, pictures }: Deps,
  channelNo: number,
  change: Change,
  find: (place: [time: number, seq: number]) => MessageRecord | undefined,
): Promise<LiveEvent[]> {
  switch (change.kind) {
    case 'messages':
    case 'edited':
    case 'media': {
      const records = placesOf(change).map(find)
      const name = change.kind === 'messages' ? 'message' : change.kind
      // What is gone by now is covered by a later change.
      return records.flatMap((record) => (record ? [about(name, record, pictures)] : []))
    }
    case 'said': {
      const answers = await store.listTimelineAnswers(channelNo, [change.sendId])
      return answers.map((answer) => {
        const data = JSON.stringify({ item: toTimelineAnswer(answer) })
        return { name: 'message', at: answer.at, dataFor: () => data }
      })
    }
    case 'unsent':
      return change.messages.map(([id, at]) => ({ name: 'unsent', at, dataFor: () => JSON.stringify({ id }) }))
    case 'member':
    case 'settings': {
      const asked = happeningsOf(change)
      const happened = asked.length > 0 ? await store.listHappenings(channelNo, asked) : []
      return [...happened.map((record) => aboutHappening(record, pictures)), plain(change.kind)]
    }
    case 'reset':
      return [plain(change.kind)]
  }
}

function happeningsOf(change: Change): MessagePosition[] {
  if (change.kind !== 'member' && change.kind !== 'settings') return []
  return (change.happenings ?? []).map(([time, seq]) => ({ time, seq }))
}

function aboutHappening(record: HappeningRecord, pictures: Pictures): LiveEvent {
  return {
    name: 'happening',
    at: record.position.time,
    dataFor: (visibleFrom) => JSON.stringify({ item: toTimelineHappening(record, { pictures, visibleFrom }) }),
  }
}

function plain(name: 'member' | 'settings' | 'reset'): LiveEvent {
  return { name, dataFor: () => '{}' }
}

/** Rendered once for all readers, or twice if some can't see the message it quotes. */
function about(name: LiveEvent['name'], record: MessageRecord, pictures: Pictures): LiveEvent {
  const rendered = new Map<boolean, string>()
  return {
    name,
    at: record.position.time,
    dataFor(visibleFrom) {
      const showsQuoted = record.quoted !== null && record.quoted.sentAt >= visibleFrom
      const known = rendered.get(showsQuoted)
      if (known !== undefined) return known
      const data = `{"item":${renderTimelineMessage(record, { pictures, visibleFrom })}}`
      rendered.set(showsQuoted, data)
      return data
    },
  }
}
