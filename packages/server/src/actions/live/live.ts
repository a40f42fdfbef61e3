import type { Logger } from 'pino'
import { visibleFrom } from '../../domain/messages/retention.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import type { Pictures } from '../media/pictures.ts'
import { loadNews, type News, resetText, textOf } from './live-events.ts'
import { throttle } from './throttle.ts'

type Deps = {
  store: Store
  clock: Clock
  pictures: Pictures
  retentionCeilingDays: number | null
  log: Pick<Logger, 'warn'>
  /** How long a client that is disconnected may take to receive the rest. */
  graceMs?: number
}

/** A client that listens to a channel. */
export type Listener = {
  grant: ChannelGrant
  /** Checks the permission again; throws if it was lost. */
  renew(): Promise<ChannelGrant>
  /** The last change the client received; undefined: it starts now. `unknown`: the id isn't one of ours. */
  after: number | 'unknown' | undefined
  send(text: string): void
  /** How much of what was sent the client hasn't received yet. */
  waitingBytes(): number
  /** Resolves when nothing is waiting to be sent, or the client is gone. */
  drained(): Promise<void>
  end(): void
  /** Disconnects without waiting for unsent data. */
  cutOff(): void
}

/** Sends what happens in channels to listeners, after it was committed, by this or any other process. */
export type Live = {
  /** Refuses listeners beyond the limit of this node. Returns a function to stop listening. */
  listen(listener: Listener): () => void
  /** Disconnects everyone. */
  close(): void
}

/** On this node. How many each person and each channel may have is part of their budgets (`http/limits/budgets.ts`). */
const mostInAll = 2_000
/** Changes of several commits in a row are sent together. */
const sendEveryMs = 50
/** A client that lost its permission and receives nothing new keeps an idle connection for this long at most. */
const renewEveryMs = 1_000
/** Shorter than the idle timeout of proxies. */
const heartbeatEveryMs = 15_000
/** Of one client, when there is more to send: it is disconnected, and can resume from where it was at its own pace. */
const mostWaitingBytes = 256 * 1024
/** While a client catches up: more is read when this has been sent. */
const enoughWaitingBytes = 64 * 1024
/** Clients that missed more reload. */
const mostMissed = 500
const changesAtOnce = 50
const standardGraceMs = 5_000

type Stream = {
  listener: Listener
  grant: ChannelGrant
  position: number
  isOpen: boolean
  cutOffTimer?: NodeJS.Timeout
}

/** A channel with listeners. `position`: the last change sent to those who are up to date. */
type WatchedChannel = { channelNo: number; position: number; streams: Set<Stream>; upToDate: Set<Stream> }

export function createLive(deps: Deps): Live {
  const { store, log } = deps
  const watchedChannels = new Map<number, WatchedChannel>()
  let isClosed = false
  let stopWatching: (() => void) | undefined
  const streams = () => [...watchedChannels.values()].flatMap((watched) => [...watched.streams])

  const teller = throttle(sendEveryMs, async () => {
    for (const watched of watchedChannels.values()) {
      await advance(deps, watched).catch((err: unknown) => log.warn({ err }, 'failed to send live changes; will retry'))
    }
  })
  const renewer = throttle(renewEveryMs, async () => {
    for (const stream of streams()) await renew(deps, stream)
  })
  const beat = () => {
    for (const stream of streams()) send(stream, ':\n\n')
    renewer.ask()
  }
  const begin = () => {
    const unwatch = store.onCommit(() => {
      teller.ask()
      renewer.ask()
    })
    const heart = setInterval(beat, heartbeatEveryMs).unref()
    return () => {
      unwatch()
      clearInterval(heart)
      teller.stop()
      renewer.stop()
    }
  }

  return {
    listen(listener) {
      const { channel } = listener.grant
      if (isClosed) throw new Refusal('unavailable', 'the service is stopping')
      if (streams().length >= mostInAll) throw new Refusal('unavailable', 'too many clients are listening')
      stopWatching ??= begin()
      const watched = watchedChannels.get(channel.channelNo) ?? watchChannel(channel.channelNo)
      watchedChannels.set(channel.channelNo, watched)
      const stream: Stream = { listener, grant: listener.grant, position: -1, isOpen: true }
      watched.streams.add(stream)
      join(deps, watched, stream).catch((err: unknown) => {
        log.warn({ err }, 'failed to send live changes; the client may reconnect')
        sendAway(deps, stream)
      })
      return () => {
        if (!watched.streams.delete(stream)) return
        stream.isOpen = false
        clearTimeout(stream.cutOffTimer)
        watched.upToDate.delete(stream)
        if (watched.streams.size === 0) watchedChannels.delete(channel.channelNo)
        if (watchedChannels.size > 0) return
        stopWatching?.()
        stopWatching = undefined
      }
    },
    close() {
      isClosed = true
      for (const stream of streams()) sendAway(deps, stream)
    },
  }
}

function watchChannel(channelNo: number): WatchedChannel {
  return { channelNo, position: Number.NEGATIVE_INFINITY, streams: new Set(), upToDate: new Set() }
}

/** Sends a new client what it missed; after that it receives what all others receive. */
async function join(deps: Deps, watched: WatchedChannel, stream: Stream): Promise<void> {
  const { after } = stream.listener
  const last = await deps.store.findLastChange(watched.channelNo)
  if (last === undefined) return sendAway(deps, stream)
  // If no one listened, no one has missed anything.
  if (watched.upToDate.size === 0) watched.position = Math.max(watched.position, last)
  const canGoOn = typeof after === 'number' && after <= last && last - after <= mostMissed
  if (canGoOn) {
    stream.position = after
    // Others may receive something between the end of catching up and this turn.
    do await catchUp(deps, watched, stream)
    while (stream.isOpen && stream.position < watched.position)
  } else if (after === undefined) {
    stream.position = Math.max(last, watched.position)
    send(stream, `id: ${stream.position}\n\n`)
  } else reset(stream, Math.max(last, watched.position))
  if (stream.isOpen) watched.upToDate.add(stream)
}

/** Sends a client what it missed, at its own pace. */
async function catchUp(deps: Deps, watched: WatchedChannel, stream: Stream): Promise<void> {
  while (stream.isOpen && stream.position < watched.position) {
    const changes = await deps.store.listChanges(watched.channelNo, stream.position, changesAtOnce)
    const news = await loadNews(deps, watched.channelNo, stream.position, changes)
    await renew(deps, stream)
    if (!news) return reset(stream, watched.position)
    tell(deps, stream, news)
    if (stream.listener.waitingBytes() > enoughWaitingBytes) await stream.listener.drained()
  }
}

/** Sends what has changed to all listeners of a channel who are up to date. */
async function advance(deps: Deps, watched: WatchedChannel): Promise<void> {
  const last = (await deps.store.findLastChange(watched.channelNo)) ?? watched.position
  while (watched.position < last) {
    const { position } = watched
    const isHeard = watched.upToDate.size > 0
    const changes = isHeard ? await deps.store.listChanges(watched.channelNo, position, changesAtOnce) : []
    const news = isHeard ? await loadNews(deps, watched.channelNo, position, changes) : undefined
    // No client receives a message that was sent after it lost its permission.
    for (const stream of watched.upToDate) await renew(deps, stream)
    // No `await` from here on: a client that joins either receives this or resumes from the new position.
    watched.position = news?.at(-1)?.no ?? last
    for (const stream of watched.upToDate) {
      if (news) tell(deps, stream, news)
      else if (isHeard) reset(stream, last)
    }
  }
}

function tell({ clock, retentionCeilingDays }: Deps, stream: Stream, news: readonly News[]): void {
  const from = visibleFrom(stream.grant, clock(), retentionCeilingDays)
  const unheard = news.filter(({ no }) => no > stream.position)
  stream.position = Math.max(stream.position, news.at(-1)?.no ?? 0)
  send(stream, unheard.map((one) => textOf(one, from)).join(''))
}

function reset(stream: Stream, position: number): void {
  if (stream.position >= position) return
  stream.position = position
  send(stream, resetText(position))
}

function send(stream: Stream, text: string): void {
  if (!stream.isOpen || text === '') return
  stream.isOpen = stream.listener.waitingBytes() <= mostWaitingBytes
  if (stream.isOpen) stream.listener.send(text)
  else stream.listener.cutOff()
}

async function renew(deps: Deps, stream: Stream): Promise<void> {
  if (!stream.isOpen) return
  try {
    stream.grant = await stream.listener.renew()
  } catch {
    // Refused, or the permission can't be checked right now; the client can reconnect.
    sendAway(deps, stream)
  }
}

/** The end is sent after everything before it. A client that doesn't read would otherwise stay connected. */
function sendAway({ graceMs = standardGraceMs }: Deps, stream: Stream): void {
  if (!stream.isOpen) return
  stream.isOpen = false
  stream.cutOffTimer = setTimeout(() => stream.listener.cutOff(), graceMs).unref()
  stream.listener.end()
}
