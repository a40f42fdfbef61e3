import type { Random } from '@innkeeper/testdata'
import type { Update, UpdateBody } from '../bot-api.ts'

/** Updates that wait for the bot, as the Bot API server keeps them. Times are in milliseconds. */
export type UpdateQueue = {
  waiting: { update: Update; expiresAt: number; chatKey: string }[]
  /** The id of the next update. */
  nextId: number
  lastAt: number
}

const day = 24 * 3_600_000
const week = 7 * day
/** An offset that is further ahead than this is ignored. */
const furthestAhead = 10
/** So is one that is further behind. */
const furthestBehind = 1_000_000
const mostBytes = 4_000_000

export function createQueue(random: Random): UpdateQueue {
  return { waiting: [], nextId: random.between(100_000_000, 900_000_000), lastAt: 0 }
}

/**
 * Adds an update. `happenedAt`: its age counts from there, so that something older than a day is never queued. After a week
 * without updates, ids continue at a random number.
 */
export function pushUpdate(
  queue: UpdateQueue,
  body: UpdateBody,
  times: { at: number; happenedAt: number; random: Random; chatKey: string },
): Update | undefined {
  const { at, happenedAt, random, chatKey } = times
  const expiresAt = happenedAt + day
  if (expiresAt <= at) return undefined
  if (queue.waiting.length === 0 && queue.lastAt > 0 && at - queue.lastAt >= week)
    queue.nextId = random.between(100_000_000, 900_000_000)
  queue.lastAt = at
  const update: Update = { update_id: queue.nextId++, ...body }
  queue.waiting.push({ update, expiresAt, chatKey })
  return update
}

/**
 * What `getUpdates` returns. An offset confirms all updates below it, for good. A negative one drops all but the last. One that
 * doesn't fit the queue is ignored.
 */
export function takeUpdates(queue: UpdateQueue, { offset, limit, at }: { offset: number; limit: number; at: number }) {
  dropExpired(queue, at)
  const { waiting, nextId } = queue
  if (offset < 0) queue.waiting = waiting.slice(offset)
  const first = waiting[0]?.update.update_id ?? nextId
  const isUsable = offset > 0 && offset <= nextId + furthestAhead && offset >= first - furthestBehind
  if (isUsable) queue.waiting = waiting.filter(({ update }) => update.update_id >= offset)
  return firstThatFit(queue.waiting.slice(0, limit).map(({ update }) => update))
}

export function confirmUpdate(queue: UpdateQueue, updateId: number): void {
  queue.waiting = queue.waiting.filter(({ update }) => update.update_id !== updateId)
}

export function dropExpired(queue: UpdateQueue, at: number): void {
  if (queue.waiting.some(({ expiresAt }) => expiresAt <= at))
    queue.waiting = queue.waiting.filter(({ expiresAt }) => expiresAt > at)
}

function firstThatFit(updates: Update[]): Update[] {
  let bytes = 0
  const end = updates.findIndex((update) => {
    bytes += JSON.stringify(update).length
    return bytes > mostBytes
  })
  return end < 0 ? updates : updates.slice(0, Math.max(1, end))
}
