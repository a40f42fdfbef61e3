import type { CommandOf } from '../../../ports/commands.ts'
import { type Outcome, toOutcome } from '../../sql/outcome.ts'
import { type ChannelOrder, createLane } from '../connections/queues.ts'
import type { Bustle } from './turns.ts'

export type Batch = CommandOf<'receive-events'>

/** Deliveries in one transaction. */
const mostTogether = 200
/** After a batch of many, the next one waits this long to become as large. */
const restMs = 5
const many = 2
/**
 * When so many deliveries arrived in the last second, the next batch waits a moment for more, because a batch of its own for each
 * would cost several times as much. A single message is never kept waiting.
 */
const busyPerSecond = 50
/** From here on, fewer and larger batches save more than people wait for them. */
const crowdedPerSecond = 150
const gatherMs = 15
const mostGathered = 50
/** A batch that takes longer than this holds up the others. The next one starts without it. */
const blockedMs = 50
const mostRunning = 3
/** Writing many people takes longer than writing messages, so deliveries with more people than this get their own transaction. */
const mostPeople = 10
const mostLongTogether = 2

/** Why a delivery wasn't processed: a channel is locked by someone else, or it has to be processed alone. */
export type Deferred = 'busy' | 'alone'

/** How deliveries are written. */
export type Writes = {
  /** Together, and without waiting for a lock. */
  runFree(commands: Batch[]): Promise<(Outcome | Deferred)[]>
  /** Those of one channel. Waits for its lock. */
  runWaiting(commands: Batch[]): Promise<Outcome[]>
  /** Whether it needs more than its channels, and so can't be written with others. */
  mustWait(command: Batch): boolean
  /** Until the next batch should begin, if other nodes write as well; see `turns.ts`. */
  untilTurn(bustle: Bustle): number | undefined
}

/** A channel that someone else has locked is tried again after this long, and then more and more rarely. */
const firstRetryMs = 8
const longestRetryMs = 32
/** After so many tries, its deliveries wait for the lock, so that other nodes can't starve them. */
const mostTries = 12
/** Most transactions that wait for a lock: the other connections are for channels that are free. */
const mostWaiting = 2

type Waiting = {
  command: Batch
  channelIds: string[]
  isLong: boolean
  /** How often its channels were locked by someone else. */
  tries: number
  resolve(outcome: Outcome): void
}

/**
 * Collects deliveries into batches, because a transaction costs as much as twenty events in it. What arrives while a batch is
 * being written is the next batch. When a batch ends, the senders it answered are about to send again, so the next one waits a
 * moment for them. Two batches at once would cost twice for half as many events each. A second one starts only if the first is
 * slow, and without the channels of the first. Deliveries with many joins or leaves are written separately, so that they don't
 * delay messages. A channel that another node has locked delays only its own deliveries.
 */
export function createEventBatches(
  { runFree, runWaiting, mustWait, untilTurn }: Writes,
  order: ChannelOrder,
): (command: Batch) => Promise<Outcome> {
  let waiting: Waiting[] = []
  const busy = new Set<string>()
  let running = 0
  /** How many of the running batches are slow. */
  let blocked = 0
  /** Channels that someone else had locked, and when to try again. */
  const locked = new Map<string, NodeJS.Timeout>()
  const inLine = createLane(mostWaiting)
  let isLongRunning = false
  let isAsked = false
  let resting: NodeJS.Timeout | undefined
  let wanted = 0
  const arrivals = createRate(busyPerSecond)
  const crowd = createRate(crowdedPerSecond)
  const untilOwnTurn = () => untilTurn(crowd.isHigh() ? 'busy' : 'calm')

  const takeFree = (isLong: boolean, most: number): Waiting[] => {
    const { taken, left } = splitFree(waiting, new Set([...busy, ...locked.keys()]), { isLong, most })
    waiting = left
    return taken
  }

  const queueBehindCommands = () => {
    const { batches, left } = splitBehindCommands(waiting, new Set([...busy, ...locked.keys()]), order)
    waiting = left
    for (const batch of batches) void writeBatch(batch, { inOrder: true }).then(send)
  }

  /** Collects what arrives, and what may be tried again, in one turn of the event loop. */
  const ask = () => {
    if (isAsked) return
    isAsked = true
    setImmediate(send)
  }

  const send = () => {
    isAsked = false
    waitForLocks()
    if (!isLongRunning) void runLong()
    queueBehindCommands()
    if (waiting.length === 0 || blocked < running || running === mostRunning) return
    if (resting && waiting.length < wanted) return
    clearTimeout(resting)
    resting = undefined
    const batch = takeFree(false, mostTogether)
    if (batch.length > 0) void run(batch)
  }

  const writeBatch = async (batch: Waiting[], { inOrder }: { inOrder: boolean }) => {
    const channelIds = new Set(batch.flatMap((one) => one.channelIds))
    for (const channelId of channelIds) busy.add(channelId)
    const commands = batch.map(({ command }) => command)
    const write = () => runFree(commands)
    // Commands of this node on these channels wait here for the batch, not with a connection for its locks.
    const outcomes = await (inOrder ? order.run([...channelIds], write) : order.runNow([...channelIds], write))
    const deferred: Waiting[] = []
    for (const [index, one] of batch.entries()) {
      const outcome = outcomes[index] ?? unanswered()
      if (typeof outcome !== 'string') one.resolve(outcome)
      else deferred.push({ ...one, tries: outcome === 'alone' ? mostTries : one.tries + 1 })
    }
    for (const channelId of channelIds) busy.delete(channelId)
    defer(deferred)
  }

  /** They keep their place before later deliveries of the same channels. */
  const defer = (deferred: Waiting[]) => {
    waiting = [...deferred, ...waiting]
    for (const { channelIds, tries } of deferred) {
      if (tries >= mostTries) continue
      for (const channelId of channelIds) lockUntilRetry(channelId, Math.min(firstRetryMs * 2 ** tries, longestRetryMs))
    }
    if (deferred.some(({ tries }) => tries >= mostTries)) waitForLocks()
  }

  const lockUntilRetry = (channelId: string, afterMs: number) => {
    if (locked.has(channelId)) return
    const retry = () => {
      locked.delete(channelId)
      ask()
    }
    locked.set(channelId, setTimeout(retry, afterMs))
  }

  /** Starts a transaction for every channel whose deliveries have been tried often enough. */
  const waitForLocks = () => {
    const { batches, left } = splitImpatient(waiting, busy)
    waiting = left
    for (const batch of batches) void writeWaiting(batch).then(send)
  }

  const writeWaiting = async (batch: Waiting[]) => {
    const channelIds = [...new Set(batch.flatMap((one) => one.channelIds))]
    for (const channelId of channelIds) busy.add(channelId)
    const commands = batch.map(({ command }) => command)
    const outcomes = await inLine(() => order.run(channelIds, () => runWaiting(commands)))
    for (const channelId of channelIds) busy.delete(channelId)
    for (const [index, one] of batch.entries()) one.resolve(outcomes[index] ?? unanswered())
  }

  const runLong = async () => {
    const batch = takeFree(true, mostLongTogether)
    if (batch.length === 0) return
    isLongRunning = true
    const begunAt = performance.now()
    await writeBatch(batch, { inOrder: true })
    // Messages of these channels may have been waiting for it.
    send()
    // Pause for as long as it took, so that member floods use at most half of the server's time.
    setTimeout(() => {
      isLongRunning = false
      send()
    }, performance.now() - begunAt)
  }

  const run = async (batch: Waiting[]) => {
    running++
    const turnMs = arrivals.isHigh() ? untilOwnTurn() : undefined
    const begunAt = performance.now()
    let isBlocked = false
    const patience = setTimeout(() => {
      isBlocked = true
      blocked++
      send()
    }, blockedMs)
    await writeBatch(batch, { inOrder: false })
    clearTimeout(patience)
    running--
    if (isBlocked) blocked--
    if (turnMs === undefined) {
      // A little more than the last one, or batches would never grow.
      wanted = batch.length < many ? 0 : Math.ceil(batch.length * 1.5)
      rest(restMs)
    } else {
      wanted = mostTogether
      rest(Math.max(restMs, begunAt + turnMs - performance.now()))
    }
    if (waiting.length >= wanted) send()
  }

  const rest = (ms: number) => {
    clearTimeout(resting)
    resting = setTimeout(() => {
      resting = undefined
      send()
    }, ms)
  }

  return (command) =>
    new Promise((resolve) => {
      const channelIds = [...new Set(command.events.map(({ channel }) => channel.channelId))]
      const tries = mustWait(command) ? mostTries : 0
      const one = { command, channelIds, isLong: countPeople(command) > mostPeople, tries, resolve }
      waiting.push(one)
      arrivals.count()
      crowd.count()
      if (arrivals.isHigh() && running === 0 && !resting && waiting.length === 1) {
        const turnMs = untilOwnTurn()
        wanted = turnMs === undefined ? mostGathered : mostTogether
        rest(turnMs ?? gatherMs)
      }
      ask()
    })
}

/** Deliveries that share no channel with what is being written, in the order of their arrival. */
function splitFree(
  waiting: readonly Waiting[],
  busy: ReadonlySet<string>,
  { isLong, most }: { isLong: boolean; most: number },
): { taken: Waiting[]; left: Waiting[] } {
  const blocked = new Set(busy)
  const taken: Waiting[] = []
  const left: Waiting[] = []
  for (const one of waiting) {
    const isFree =
      one.isLong === isLong && taken.length < most && !one.channelIds.some((channelId) => blocked.has(channelId))
    ;(isFree ? taken : left).push(one)
    // Later deliveries of the same channel wait for it.
    if (!isFree) for (const channelId of one.channelIds) blocked.add(channelId)
  }
  return { taken, left }
}

/**
 * Events of a channel that a command is writing to would make the whole batch wait for its lock. They queue behind the command
 * instead, and delay only themselves.
 */
function splitBehindCommands(
  waiting: readonly Waiting[],
  busy: ReadonlySet<string>,
  order: ChannelOrder,
): { batches: Iterable<Waiting[]>; left: Waiting[] } {
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
      // Later deliveries of the same channels wait for it.
      for (const id of one.channelIds) passedOver.add(id)
    }
  }
  return { batches: queued.values(), left }
}

/** Those that have to wait for locks, by channel, with later deliveries of the same channel. One of several channels is alone. */
function splitImpatient(
  waiting: readonly Waiting[],
  busy: ReadonlySet<string>,
): { batches: Waiting[][]; left: Waiting[] } {
  const blocked = new Set(busy)
  const ofChannel = new Map<string, Waiting[]>()
  const batches: Waiting[][] = []
  const left: Waiting[] = []
  for (const one of waiting) {
    const [channelId = '', ...others] = one.channelIds
    const joined = others.length === 0 ? ofChannel.get(channelId) : undefined
    if (joined && joined.length < mostTogether) {
      joined.push(one)
      continue
    }
    const isFree = one.tries >= mostTries && !one.channelIds.some((id) => blocked.has(id))
    for (const id of one.channelIds) blocked.add(id)
    if (!isFree) {
      left.push(one)
      continue
    }
    const batch = [one]
    batches.push(batch)
    if (others.length === 0) ofChannel.set(channelId, batch)
  }
  return { batches, left }
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
  return toOutcome(new Error('A batch returned too few outcomes'))
}

/** `isHigh`: there were this many in the last second. */
function createRate(perSecond: number): { count(): void; isHigh(): boolean } {
  const times: number[] = []
  return {
    count() {
      times.push(performance.now())
      if (times.length > perSecond) times.shift()
    },
    isHigh: () => times.length === perSecond && performance.now() - (times[0] ?? 0) < 1_000,
  }
}
