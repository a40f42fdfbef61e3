import { budgets, type Cost } from '@innkeeper/contract'
import type { FastifyReply } from 'fastify'
import type { Grant } from '../../actions/access.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { RateLimit } from './rate-limit.ts'

/** Work about all channels of a person counts against the person alone. */
type Spender = Pick<Grant, 'userId'> & { channelId?: string }

/**
 * How much expensive work, such as searches, one person and one channel may use. Starts per minute are counted across all nodes,
 * concurrent work on each node separately.
 */
export type Budgets = {
  /** Counts a start. Refuses when the person or the channel has no starts left this minute. */
  countStart(cost: Cost, spender: Spender, reply: FastifyReply): Promise<void>
  /**
   * Takes a slot before the body is read, so that the body of a refused request is never parsed. Refuses when all slots are taken.
   * The slot is released when both the request and its work have ended.
   */
  begin(cost: Cost, spender: Spender, reply: FastifyReply): Slot
}

export type Slot = {
  run<T>(work: () => Promise<T> | T): Promise<T>
}

/** The rate limit that the contract's numbers per minute are given for. */
const standardRateLimit = 600
/** No one knows when running work ends; most of it takes a few seconds at most. */
const retryAfterSeconds = 5

export function createBudgets(
  rateLimit: () => number,
  limitFor: (findLimit: () => number, kind: string) => RateLimit,
): Budgets {
  const startsOf = (cost: Cost, whose: 'person' | 'channel') => {
    const { aMinute } = budgets[cost][whose]
    return limitFor(() => Math.ceil((aMinute * rateLimit()) / standardRateLimit), `${cost} ${whose}`)
  }
  const starts = new Map<Cost, { person: RateLimit; channel: RateLimit }>()
  for (const cost of Object.keys(budgets) as Cost[]) {
    starts.set(cost, { person: startsOf(cost, 'person'), channel: startsOf(cost, 'channel') })
  }
  const running = new Map<string, number>()

  return {
    async countStart(cost, { userId, channelId }, reply) {
      const limits = starts.get(cost)
      // The person first: a start that one person is refused must not count against the others in the channel.
      for (const [limit, name] of [[limits?.person, userId] as const, [limits?.channel, channelId] as const]) {
        if (name === undefined) continue
        const quota = await limit?.take(name)
        if (quota && !quota.allowed) refuse(reply, quota.resetSeconds)
      }
    },
    begin(cost, { userId, channelId }, reply) {
      // The client is gone, and `close` would never fire again to release the slot.
      if (reply.raw.destroyed) refuse(reply, retryAfterSeconds)
      const { person, channel } = budgets[cost]
      const counted = [
        { name: `${cost} person ${userId}`, most: person.atOnce },
        ...(channelId === undefined ? [] : [{ name: `${cost} channel ${channelId}`, most: channel.atOnce }]),
      ]
      for (const { name, most } of counted) {
        if ((running.get(name) ?? 0) >= most) refuse(reply, retryAfterSeconds)
      }
      for (const { name } of counted) running.set(name, (running.get(name) ?? 0) + 1)
      const release = () => {
        for (const { name } of counted) {
          const left = (running.get(name) ?? 1) - 1
          if (left > 0) running.set(name, left)
          else running.delete(name)
        }
      }
      let underWay: Promise<unknown> | undefined
      // Someone who closes the connection early doesn't end the work, so that alone must not make room for more of it.
      reply.raw.once('close', () => (underWay ? void underWay.then(release, release) : release()))
      return {
        async run(work) {
          const result = Promise.resolve(work())
          underWay = result
          return await result
        },
      }
    },
  }
}

function refuse(reply: FastifyReply, seconds: number): never {
  reply.header('retry-after', String(Math.max(1, seconds)))
  throw new Refusal('too-many-requests')
}
