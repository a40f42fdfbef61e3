import { Refusal } from '../../domain/refusal.ts'
import { createRecentUsage } from '../../domain/usage/recent-usage.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'

/** Trial work: previews that someone requests while messages in chats wait for answers. */
type Trial = { userId: string; channelNo: number; begin(): void }

type Limits = {
  /** Running or waiting. */
  ofPerson: number
  ofChannel: number
  inAll: number
  atOnce: number
}

/** Explaining one message. All run at once; the matching thread prefers the person who used it least. */
const explaining: Limits = { ofPerson: 4, ofChannel: 8, inAll: 100, atOnce: 100 }
/**
 * Replaying past messages, which takes up to half a minute. Per person and per channel, one runs and one waits. Two people's
 * replays run at once, so that one person who fills the queue doesn't delay others for long.
 */
const replaying: Limits = { ofPerson: 2, ofChannel: 2, inAll: 20, atOnce: 2 }

/** Used time counts half after this long. */
const halfLifeMs = 10 * 60_000

type Line = { limits: Limits; waiting: Trial[]; running: Trial[]; usage: ReturnType<typeof createRecentUsage> }
const lines = new WeakMap<Store, { explains: Line; replays: Line }>()

export async function queueExplain<T>(store: Store, grant: ChannelGrant, work: () => Promise<T>): Promise<T> {
  return await takePlace(linesOf(store).explains, grant, work)
}

export async function queueReplay<T>(store: Store, grant: ChannelGrant, work: () => Promise<T>): Promise<T> {
  return await takePlace(linesOf(store).replays, grant, work)
}

/** Refuses if this person or channel already has enough in the queue. */
async function takePlace<T>(line: Line, grant: ChannelGrant, work: () => Promise<T>): Promise<T> {
  const { promise: turn, resolve: begin } = Promise.withResolvers<void>()
  const trial: Trial = { userId: grant.userId, channelNo: grant.channel.channelNo, begin }
  const inHand = [...line.waiting, ...line.running]
  const { ofPerson, ofChannel, inAll } = line.limits
  const isFull =
    inHand.length >= inAll ||
    inHand.filter(({ userId }) => userId === trial.userId).length >= ofPerson ||
    inHand.filter(({ channelNo }) => channelNo === trial.channelNo).length >= ofChannel
  if (isFull) throw new Refusal('too-many-requests')
  line.waiting.push(trial)
  beginNext(line)
  await turn
  const begunAt = performance.now()
  try {
    return await work()
  } finally {
    line.running.splice(line.running.indexOf(trial), 1)
    line.usage.note(trial.userId, performance.now() - begunAt)
    beginNext(line)
  }
}

/** The person with the least recent use is next. If only a few run at once, never two of one person or channel. */
function beginNext(line: Line): void {
  const { waiting, running, usage, limits } = line
  const isShort = limits.atOnce < limits.inAll
  while (running.length < limits.atOnce) {
    const isFree = (one: Trial) =>
      !isShort || running.every((other) => other.userId !== one.userId && other.channelNo !== one.channelNo)
    const [next] = waiting.filter(isFree).sort((one, other) => usage.msOf(one.userId) - usage.msOf(other.userId))
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    running.push(next)
    next.begin()
  }
}

function linesOf(store: Store): { explains: Line; replays: Line } {
  const open = (limits: Limits): Line => {
    return { limits, waiting: [], running: [], usage: createRecentUsage(halfLifeMs, () => performance.now()) }
  }
  const known = lines.get(store) ?? { explains: open(explaining), replays: open(replaying) }
  lines.set(store, known)
  return known
}
