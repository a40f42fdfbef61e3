import type { Update } from '../bot-api.ts'
import { showConfirmed } from '../chat-page/show.ts'
import { ApiError } from '../http/api-error.ts'
import { type Parameters, readInteger } from '../http/parameters.ts'
import type { World } from '../world.ts'
import { readAllowedUpdates } from './allowed-updates.ts'
import { takeUpdates } from './update-queue.ts'

/** The calls of `getUpdates`, of which one waits at most. */
export type Poller = {
  poll(parameters: Parameters, signal: AbortSignal): Promise<Update[]>
  /** How many calls have waited so far, and whether one does now. */
  waits(): { count: number; isOpen: boolean }
  /** Ends the call that waits. */
  endWith(words: string): void
  /** While it is held, nothing is delivered. */
  hold(): void
  release(): void
  stop(): void
}

type Waiting = { offset: number; limit: number; answer(updates: Update[]): void; fail(error: Error): void }

const longestSeconds = 50
const webhookIsSet =
  "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
const otherPoll = 'terminated by other getUpdates request; make sure that only one bot instance is running'
/** A call with the offset of the last one that found updates gets only one if it comes within this time. */
const repeatMs = 500

export function createPoller(world: World): Poller {
  let waiting: Waiting | undefined
  let last = { offset: Number.NaN, at: Number.NEGATIVE_INFINITY }
  let isHeld = false
  let isPlanned = false
  let count = 0
  const take = (offset: number, limit: number): Update[] => {
    if (isHeld) return []
    const updates = takeUpdates(world.queue, { offset, limit, at: world.settings.clock() })
    const first = world.queue.waiting[0]?.update.update_id ?? world.queue.nextId
    showConfirmed(world, (updateId) => updateId < first)
    return updates
  }
  const finish = (offset: number, { length }: Update[]) => {
    last = { offset, at: length > 0 ? world.settings.clock() : Number.NEGATIVE_INFINITY }
  }
  const wake = () => {
    // What happens at the same time is delivered together.
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      if (!waiting) return
      const updates = take(waiting.offset, waiting.limit)
      if (updates.length > 0) waiting.answer(updates)
    })
  }
  world.wake.add(wake)
  const endWith = (words: string) => waiting?.fail(new ApiError(409, `Conflict: ${words}`))

  return {
    async poll({ values }, signal) {
      if (world.webhook) throw new ApiError(409, `Conflict: ${webhookIsSet}`)
      const offset = readInteger(values, 'offset', 0)
      const asked = Math.min(100, Math.max(1, readInteger(values, 'limit', 100)))
      const timeoutSeconds = Math.min(longestSeconds, Math.max(0, readInteger(values, 'timeout', 0)))
      world.allowedUpdates = readAllowedUpdates(values.allowed_updates) ?? world.allowedUpdates
      const isRepeat = offset === last.offset && world.settings.clock() - last.at < repeatMs
      const limit = isRepeat ? 1 : asked
      const updates = take(offset, limit)
      finish(offset, updates)
      if (updates.length > 0 || timeoutSeconds === 0) return updates
      // Only a call that waits ends another one. One that finds updates shares them silently.
      endWith(otherPoll)
      return new Promise<Update[]>((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          if (waiting === mine) waiting = undefined
        }
        const mine: Waiting = {
          offset,
          limit,
          answer(found) {
            end()
            finish(offset, found)
            resolve(found)
          },
          fail(error) {
            end()
            reject(error)
          },
        }
        const timer = setTimeout(() => mine.answer([]), timeoutSeconds * 1_000)
        signal.addEventListener('abort', () => mine.fail(new Error('The bot closed the connection.')))
        waiting = mine
        count++
      })
    },
    waits: () => ({ count, isOpen: waiting !== undefined }),
    endWith,
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      wake()
    },
    stop() {
      world.wake.delete(wake)
      waiting?.answer([])
    },
  }
}
