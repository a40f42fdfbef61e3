import type { ChannelEvent } from '@innkeeper/contract'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { type ClientOptions, InnkeeperError, request } from './request.ts'

/** `waiting`: cut off; it is tried again. `refused`: for good, with the reason. */
export type WatchState = 'open' | 'waiting' | 'refused'

export type Watched = {
  channelId: string
  /** Where to go on: of an event, or of a timeline. Absent: what happens from now on. */
  lastEventId?: string
  /** Ends it. */
  signal: AbortSignal
  /** `id`: the place in the channel's events that is reached with this one. The same event may come twice. */
  onEvent(event: ChannelEvent, id: string): void
  onState?(state: WatchState, error?: InnkeeperError): void
}

const firstPauseMs = 500
const longestPauseMs = 15_000
/** The service says something every 15 seconds, if only that it is there. */
const longestSilenceMs = 40_000

/**
 * Tells what happens in a channel, as it happens and through cuts, until `signal` or until the service refuses. Never throws
 * for what the network does.
 */
export async function watch(options: ClientOptions, watched: Watched): Promise<void> {
  const { channelId, signal, onState } = watched
  let { lastEventId } = watched
  let failures = 0
  while (!signal.aborted) {
    const silence = watchSilence()
    const connection = await connect(options, channelId, lastEventId, AbortSignal.any([signal, silence.signal]))
    if (connection instanceof InnkeeperError && isFinal(connection)) {
      silence.stop()
      return onState?.('refused', connection)
    }
    if (connection instanceof Response) {
      onState?.('open')
      lastEventId = await listen(connection, watched, lastEventId, () => {
        failures = 0
        silence.isBroken()
      })
    }
    silence.stop()
    if (signal.aborted) return
    onState?.('waiting')
    await pause(pauseAfter(failures++, connection instanceof InnkeeperError ? connection : undefined), signal)
  }
}

/** Undefined where there was no answer, or none of ours. */
async function connect(
  options: ClientOptions,
  channelId: string,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Response | InnkeeperError | undefined> {
  try {
    const headers = {
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    }
    const response = await request(options, 'watchChannel', { channelId }, { headers, signal })
    return response.headers.get('content-type')?.startsWith('text/event-stream') ? response : undefined
  } catch (error) {
    return error instanceof InnkeeperError ? error : undefined
  }
}

/** Until the connection ends. Answers from where to go on. */
async function listen(
  response: Response,
  { onEvent }: Watched,
  begin: string | undefined,
  onLife: () => void,
): Promise<string | undefined> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let lastEventId = begin
  // Of several that belong together, the last bears the number.
  let together: ChannelEvent[] = []
  const take = (message: EventSourceMessage) => {
    const event = toEvent(message)
    if (event) together.push(event)
    if (message.id === undefined) return
    const events = together
    together = []
    for (const one of events) onEvent(one, message.id)
  }
  const parser = createParser({ onEvent: take, onId: (id) => (lastEventId = id) })
  for (;;) {
    const part = await reader?.read().catch(() => undefined)
    if (!part || part.done) return lastEventId
    onLife()
    parser.feed(decoder.decode(part.value, { stream: true }))
  }
}

const names: ReadonlySet<string> = new Set<ChannelEvent['event']>([
  'message',
  'edited',
  'media',
  'unsent',
  'member',
  'settings',
  'reset',
])

/** Undefined for what a newer service may tell. */
function toEvent({ event = 'message', data }: EventSourceMessage): ChannelEvent | undefined {
  return names.has(event) ? { event, ...JSON.parse(data) } : undefined
}

/** What is refused as too much, or by a gateway whose service is down, may be accepted later. */
function isFinal({ status }: InnkeeperError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Longer each time, and never the same for all: they were cut off together. */
function pauseAfter(failures: number, refusal: InnkeeperError | undefined): number {
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.5 + Math.random() / 2)
  return Math.max(pauseMs, (refusal?.retryAfterSeconds ?? 0) * 1000)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
  })
}

/** A connection may die without a word, as when a computer sleeps. */
function watchSilence(): { signal: AbortSignal; isBroken(): void; stop(): void } {
  const silent = new AbortController()
  const begin = () => setTimeout(() => silent.abort(), longestSilenceMs)
  let timer = begin()
  return {
    signal: silent.signal,
    isBroken() {
      clearTimeout(timer)
      timer = begin()
    },
    stop: () => clearTimeout(timer),
  }
}
