import type { IncomingEvent } from '../../../../src/ports/connector.ts'

/** The expected state of a chat, as simple as possible: a list that is sorted on every read. */
export type Model = {
  /** Applies an event and returns whether it was new. */
  take(event: IncomingEvent): boolean
  /** `id content` of the current messages, in reading order. */
  list(order: 'asc' | 'desc', span?: { from: number; to: number }): string[]
  /** Every id ever seen, with its content, or undefined if there is no such message. */
  byId(): [string, string | undefined][]
}

type Entry = { id: string; time: number; arrival: number; content: string; editedAt: number }

export function createModel(): Model {
  const seen = new Set<string>()
  const current = new Map<string, Entry>()
  const mentioned = new Set<string>()
  const retracted = new Set<string>()
  const early = new Map<string, { at: number; text: string }>()
  let arrivals = 0

  const apply = (event: IncomingEvent) => {
    if (!('messageId' in event)) return
    const { messageId: id, at } = event
    mentioned.add(id)
    const known = current.get(id)
    if (event.kind === 'message-unsent') {
      retracted.add(id)
      current.delete(id)
      early.delete(id)
    } else if (event.kind === 'message-edited') {
      if (known && at >= known.editedAt) current.set(id, { ...known, content: event.text, editedAt: at })
      if (!known && at >= (early.get(id)?.at ?? Number.NEGATIVE_INFINITY)) early.set(id, { at, text: event.text })
    } else if (!known && !retracted.has(id) && event.content.type === 'text') {
      const edit = early.get(id)
      const isEdited = edit !== undefined && edit.at >= at
      current.set(id, {
        id,
        time: at,
        arrival: ++arrivals,
        content: isEdited ? edit.text : event.content.text,
        editedAt: isEdited ? edit.at : at,
      })
    }
  }

  return {
    take(event) {
      if (seen.has(event.eventId)) return false
      seen.add(event.eventId)
      apply(event)
      return true
    },
    list(order, { from, to } = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }) {
      const list = [...current.values()]
        .filter(({ time }) => time >= from && time < to)
        .sort((a, b) => a.time - b.time || a.arrival - b.arrival)
        .map(({ id, content }) => `${id} ${content}`)
      return order === 'asc' ? list : list.reverse()
    },
    byId: () => [...mentioned].map((id) => [id, current.get(id)?.content]),
  }
}
