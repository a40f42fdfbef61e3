import type { CommandOf } from '../../../ports/commands.ts'
import { type Outcome, toOutcome } from '../../sql/outcome.ts'
import type { ChannelOrder } from '../connections/queues.ts'

export type Batch = CommandOf<'receive-events'>

/** Events of so many deliveries go into one transaction. */
const mostTogether = 200
/** After a batch of many, the next one waits this long to become as large. */
const restMs = 3
const many = 8
/** A batch that takes longer than this is waiting for a lock. The next one starts without it. */
const heldUpMs = 50
const mostUnderWay = 3
/** Writing many people takes longer than writing messages, so deliveries with more people than this get their own transaction. */
const mostPeople = 10
const mostLongTogether = 2

type Waiting = { command: Batch; channelIds: string[]; isLong: boolean; resolve(outcome: Outcome): void }

/**
 * Puts deliveries together that are written in one go, because a transaction costs as much as twenty events in it. What arrives while
 * one is under way is the next; and when that ends, those it answered are about to come again, so they are waited for a moment.
 * Two at once would wait for the same channels, and cost twice for half as many each: a second begins only where the first
 * is held up, and without the channels of that. Deliveries with many joins or leaves are written separately, so that they don't delay messages.
 */
export function createEventBatches(
  write: (commands: Batch[]) => Promise<Outcome[]>,
  order: ChannelOrder,
): (command: Batch) => Promise<Outcome> {
  let waiting: Waiting[] = []
  const busy = new Set<string>()
  let underWay = 0
  /** Of those under way. */
  let heldUp = 0
  let isLongUnderWay = false
  let isAsked = false
  let resting: NodeJS.Timeout | undefined
  let wanted = 0

  /** Those that share no channel with what is under way, in the order in which they came. */
  const takeFree = (isLong: boolean, most: number): Waiting[] => {
    const blocked = new Set(busy)
    const free: Waiting[] = []
    const left: Waiting[] = []
    for (const one of waiting) {
      const isFree =
        one.isLong === isLong && free.length < most && !one.channelIds.some((channelId) => blocked.has(channelId))
      ;(isFree ? free : left).push(one)
      // What comes later of the same channel waits for it.
      if (!isFree) for (const channelId of one.channelIds) blocked.add(channelId)
    }
    waiting = left
    return free
  }

  /**
   * Events of a channel that a command is writing to would make the whole batch wait for its lock. They queue behind the command
   * instead, and keep only themselves waiting.
   */
  const queueBehindCommands = () => {
    const queued = new Map<string, Waiting[]>()
    const passedOver = new Set(busy)
    const left: Waiting[] = []
    for (const one of waiting) {
      const [channelId = '', ...others] = one.channelIds
      const batch = queued.get(channelId) ?? []
      const isAlone = !one.isLong && others.length === 0 && batch.length < mostTogether
      if (isAlone && !passedOver.has(channelId) && order.isBusy(channelId)) {
        batch.push(one)
        queued.set(channelId, batch)
      } else {
        left.push(one)
        // What comes later of the same channels waits for it.
        for (const id of one.channelIds) passedOver.add(id)
      }
    }
    waiting = left
    for (const batch of queued.values()) void writeBatch(batch, { inOrder: true }).then(send)
  }

  const send = () => {
    isAsked = false
    if (!isLongUnderWay) void carryOutLong()
    queueBehindCommands()
    if (waiting.length === 0 || heldUp < underWay || underWay === mostUnderWay) return
    if (resting && waiting.length < wanted) return
    clearTimeout(resting)
    resting = undefined
    const batch = takeFree(false, mostTogether)
    if (batch.length > 0) void carryOut(batch)
  }

  const writeBatch = async (batch: Waiting[], { inOrder }: { inOrder: boolean }) => {
    const channelIds = new Set(batch.flatMap((one) => one.channelIds))
    for (const channelId of channelIds) busy.add(channelId)
    const commands = batch.map(({ command }) => command)
    const outcomes = await (inOrder ? order.run([...channelIds], () => write(commands)) : write(commands))
    for (const channelId of channelIds) busy.delete(channelId)
    for (const [index, one] of batch.entries()) one.resolve(outcomes[index] ?? unanswered())
  }

  const carryOutLong = async () => {
    const batch = takeFree(true, mostLongTogether)
    if (batch.length === 0) return
    isLongUnderWay = true
    const begunAt = performance.now()
    await writeBatch(batch, { inOrder: true })
    // Messages of these channels may have been waiting for it.
    send()
    // Pause for as long as it took, so that member floods use at most half of the server's time.
    setTimeout(() => {
      isLongUnderWay = false
      send()
    }, performance.now() - begunAt)
  }

  const carryOut = async (batch: Waiting[]) => {
    underWay++
    let isHeldUp = false
    const patience = setTimeout(() => {
      isHeldUp = true
      heldUp++
      send()
    }, heldUpMs)
    await writeBatch(batch, { inOrder: false })
    clearTimeout(patience)
    underWay--
    if (isHeldUp) heldUp--
    // A little more, or it would never grow.
    wanted = batch.length < many ? 0 : Math.ceil(batch.length * 1.5)
    clearTimeout(resting)
    resting = setTimeout(() => {
      resting = undefined
      send()
    }, restMs)
    if (waiting.length >= wanted) send()
  }

  return (command) =>
    new Promise((resolve) => {
      const channelIds = [...new Set(command.events.map(({ channel }) => channel.channelId))]
      waiting.push({ command, channelIds, isLong: countPeople(command) > mostPeople, resolve })
      if (isAsked) return
      isAsked = true
      // One turn of the loop gathers what arrived together.
      setImmediate(send)
    })
}

/** People who join or leave. */
function countPeople({ events }: Batch): number {
  let people = 0
  for (const event of events) {
    if (event.kind === 'members-joined') people += event.members.length
    else if (event.kind === 'members-left') people += event.userIds.length
  }
  return people
}

function unanswered(): Outcome {
  return toOutcome(new Error('A batch was answered too little'))
}
