import { readChatCommand } from '../../domain/platforms/chat-command.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Receipt } from '../../ports/commands/messages.ts'
import type { IncomingEvent, SourcePosition, UnreadEvent } from '../../ports/connector.ts'
import type { Store } from '../../ports/store.ts'

export type Batch = {
  platform: string
  events: IncomingEvent[]
  unread: UnreadEvent[]
  /** Of the request that delivered it. */
  requestId?: string | undefined
  /** Of a source that is asked: stored when everything else in the batch is. */
  position?: SourcePosition
  /** False if the platform doesn't report that a message was deleted there. */
  seesUnsending?: boolean
  /** The names in events are all they tell: pictures, the number of people and who is there have to be looked up. */
  namesComeAlone?: boolean
  /** The platform's name, if it tells who owns and who manages a chat. */
  adminsFrom?: string
}

type Deps = {
  store: Store
  clock: Clock
  /** Called after a commit that planned jobs. */
  wake?: () => void
  /** Called for an event that couldn't be stored and is kept as received. */
  report?: (error: unknown) => void
}

const nothing: Receipt = { fresh: 0, duplicate: 0, unread: 0, jobs: 0 }

/**
 * Receives events from a platform. When the promise resolves, everything is durable and can be acknowledged. If the store can't
 * write now, nothing is, and it throws the refusal `unavailable`.
 */
export function receiveEvents(deps: Deps, batch: Batch): Promise<Receipt> {
  if (batch.events.length === 0 && batch.unread.length === 0 && !batch.position) return Promise.resolve(nothing)
  const { events } = batch
  return countRemovals(events) > mostRemovals ? receiveInParts(deps, batch) : receiveTogether(deps, batch)
}

/**
 * Removing a text from the search index takes up to 85 ms depending on its length, and other events wait for it, so only a
 * few go into one commit.
 */
const mostRemovals = 4

function isRemoval(event: IncomingEvent): boolean {
  if (event.kind === 'message') return readChatCommand(event)?.name === 'delete'
  return event.kind === 'message-unsent' || event.kind === 'message-edited'
}

function countRemovals(events: IncomingEvent[]): number {
  let count = 0
  for (const event of events) if (isRemoval(event)) count++
  return count
}

/**
 * In order, one commit after the other. After a crash, the platform delivers it again, and what was stored counts as known. The
 * position goes with the last part, so it is never ahead of what is stored.
 */
async function receiveInParts(deps: Deps, { events, unread, position, ...rest }: Batch): Promise<Receipt> {
  const receipts: Receipt[] = []
  let part: IncomingEvent[] = []
  for (const event of events) {
    if (isRemoval(event) && countRemovals(part) === mostRemovals) {
      receipts.push(await receiveTogether(deps, { ...rest, events: part, unread: [] }))
      part = []
    }
    part.push(event)
  }
  receipts.push(await receiveTogether(deps, { ...rest, events: part, unread, ...(position && { position }) }))
  return sumOf(receipts)
}

function receiveTogether(deps: Deps, batch: Batch): Promise<Receipt> {
  return write(deps, batch).catch((error: unknown) => {
    if (isUnavailable(error)) throw error
    return receiveSingly(deps, batch)
  })
}

async function write({ store, clock, wake }: Deps, batch: Batch): Promise<Receipt> {
  const receipt = await store.write<'receive-events'>({ kind: 'receive-events', at: clock(), ...batch })
  if (receipt.jobs > 0) wake?.()
  return receipt
}

/** If one event can't be written, the others are, and that one is kept as unread. Repeating is harmless. */
async function receiveSingly(deps: Deps, { events, unread, position, ...rest }: Batch): Promise<Receipt> {
  const receipts: Receipt[] = []
  for (const event of events) receipts.push(await receiveOne(deps, rest, event))
  for (const one of unread) receipts.push(await write(deps, { ...rest, events: [], unread: [one] }))
  if (position) receipts.push(await write(deps, { ...rest, events: [], unread: [], position }))
  return sumOf(receipts)
}

function sumOf(receipts: Receipt[]): Receipt {
  return receipts.reduce((sum, one) => ({
    fresh: sum.fresh + one.fresh,
    duplicate: sum.duplicate + one.duplicate,
    unread: sum.unread + one.unread,
    jobs: sum.jobs + one.jobs,
  }))
}

async function receiveOne(deps: Deps, rest: Omit<Batch, 'events' | 'unread'>, event: IncomingEvent): Promise<Receipt> {
  try {
    return await write(deps, { ...rest, events: [event], unread: [] })
  } catch (error) {
    if (isUnavailable(error)) throw error
    deps.report?.(error)
    return await write(deps, { ...rest, events: [], unread: [toUnread(event, error, deps.clock())] })
  }
}

/** Trusts nothing in it, because any of its values may be the one that can't be stored. */
function toUnread(event: IncomingEvent, error: unknown, now: number): UnreadEvent {
  const { at, eventId, channel, messageId, sender } = event as Partial<
    Record<'at' | 'eventId' | 'messageId', unknown>
  > & {
    channel?: { channelId?: unknown }
    sender?: { userId?: unknown }
  }
  return {
    at: Number.isSafeInteger(at) ? Number(at) : now,
    ...text('eventId', eventId),
    ...text('channelId', channel?.channelId),
    ...text('messageId', messageId),
    ...text('userId', sender?.userId),
    reason: `it could not be stored (${error instanceof Error ? error.message : String(error)})`,
    raw: JSON.stringify(event),
  }
}

function text<Name extends string>(name: Name, value: unknown): { [N in Name]?: string } {
  return (typeof value === 'string' ? { [name]: value } : {}) as { [N in Name]?: string }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'unavailable'
}
