import { budgets, type Cost } from '@innkeeper/contract'
import type { FastifyReply } from 'fastify'
import type { ChannelGrant } from '../../actions/access.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { RateLimit } from './rate-limit.ts'

type Spender = Pick<ChannelGrant, 'userId' | 'channelId'>

/**
 * What one person and one channel may use of expensive work, such as searches. Starts a minute are counted over all nodes, what runs at
 * once on each node by itself.
 */
export type Budgets = {
  /** Counts a start. Refuses when the minute of the person or the channel is used up. */
  countStart(cost: Cost, spender: Spender, reply: FastifyReply): Promise<void>
  /**
   * Takes a slot before the body is read, so that bodies of work that is refused are never parsed. Refuses when all are taken. The
   * slot is free again when the request and its work have both ended.
   */
  begin(cost: Cost, spender: Spender, reply: FastifyReply): Slot
}

export type Slot = {
  run<T>(work: () => Promise<T> | T): Promise<T>
}

/** The limit of requests a minute for which the contract gives its numbers a minute. */
const standardRateLimit = 600
/** For what runs at once nobody knows when it ends; most of it takes a few seconds at most. */
const retryAfterSeconds = 5

export function createBudgets(rateLimit: number, limitFor: (limit: number, kind: string) => RateLimit): Budgets {
  const startsOf = (cost: Cost, whose: 'person' | 'channel') => {
    const { aMinute } = budgets[cost][whose]
    return limitFor(Math.ceil((aMinute * rateLimit) / standardRateLimit), `${cost} ${whose}`)
  }
  const starts = new Map<Cost, { person: RateLimit; channel: RateLimit }>()
  for (const cost of Object.keys(budgets) as Cost[]) {
    starts.set(cost, { person: startsOf(cost, 'person'), channel: startsOf(cost, 'channel') })
  }
  const running = new Map<string, number>()

  return {
    async countStart(cost, { userId, channelId }, reply) {
      const limits = starts.get(cost)
      // The person first: what one person is refused must not count against the others in the channel.
      for (const [limit, name] of [[limits?.person, userId] as const, [limits?.channel, channelId] as const]) {
        const quota = await limit?.take(name)
        if (quota && !quota.allowed) refuse(reply, quota.resetSeconds)
      }
    },
    begin(cost, { userId, channelId }, reply) {
      // Nobody is left to answer, and nothing would tell of the end of the request any more.
      if (reply.raw.destroyed) refuse(reply, retryAfterSeconds)
      const { person, channel } = budgets[cost]
      const counted = [
        { name: `${cost} person ${userId}`, most: person.atOnce },
        { name: `${cost} channel ${channelId}`, most: channel.atOnce },
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
