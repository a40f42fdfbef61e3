import type { CommandOf } from '../../ports/commands.ts'
import { type Outcome, toOutcome } from '../sql/outcome.ts'

export type Batch = CommandOf<'receive-events'>

/** Events of so many deliveries go into one transaction. */
const mostTogether = 200
/** After a batch of many: so long the next waits to become as large. */
const restMs = 3
const many = 8
/** A batch that takes so long waits for somebody else, and others need not wait with it. */
const heldUpMs = 50
const mostUnderWay = 3

type Waiting = { command: Batch; channelIds: string[]; resolve(outcome: Outcome): void }

/**
 * Puts deliveries together that are written in one go, because a transaction costs as much as twenty events in it. What arrives while
 * one is under way is the next; and when that ends, those it answered are about to come again, so they are waited for a moment.
 * Two at once would wait for the same channels, and cost twice for half as many each: a second begins only where the first
 * is held up, and without the channels of that.
 */
export function createEventBatches(
  write: (commands: Batch[]) => Promise<Outcome[]>,
): (command: Batch) => Promise<Outcome> {
  let waiting: Waiting[] = []
  const busy = new Set<string>()
  let underWay = 0
  /** Of those under way. */
  let heldUp = 0
  let isAsked = false
  let resting: NodeJS.Timeout | undefined
  let wanted = 0

  /** Those that share no channel with what is under way, in the order in which they came. */
  const takeFree = (): Waiting[] => {
    const blocked = new Set(busy)
    const free: Waiting[] = []
    const left: Waiting[] = []
    for (const one of waiting) {
      const isFree = free.length < mostTogether && !one.channelIds.some((channelId) => blocked.has(channelId))
      ;(isFree ? free : left).push(one)
      // What comes later of the same channel waits for it.
      if (!isFree) for (const channelId of one.channelIds) blocked.add(channelId)
    }
    waiting = left
    return free
  }

  const send = () => {
    isAsked = false
    if (waiting.length === 0 || heldUp < underWay || underWay === mostUnderWay) return
    if (resting && waiting.length < wanted) return
    clearTimeout(resting)
    resting = undefined
    const batch = takeFree()
    if (batch.length > 0) void carryOut(batch)
  }

  const carryOut = async (batch: Waiting[]) => {
    const channelIds = new Set(batch.flatMap((one) => one.channelIds))
    for (const channelId of channelIds) busy.add(channelId)
    underWay++
    let isHeldUp = false
    const patience = setTimeout(() => {
      isHeldUp = true
      heldUp++
      send()
    }, heldUpMs)
    const outcomes = await write(batch.map(({ command }) => command))
    clearTimeout(patience)
    underWay--
    if (isHeldUp) heldUp--
    for (const channelId of channelIds) busy.delete(channelId)
    for (const [index, one] of batch.entries()) one.resolve(outcomes[index] ?? unanswered())
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
      waiting.push({ command, channelIds: command.events.map(({ channel }) => channel.channelId), resolve })
      if (isAsked) return
      isAsked = true
      // One turn of the loop gathers what arrived together.
      setImmediate(send)
    })
}

function unanswered(): Outcome {
  return toOutcome(new Error('A batch was answered too little'))
}
