import type { ChannelEvent } from '@innkeeper/contract'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { pause } from './pause.ts'
import { type ClientOptions, InnkeeperError, request } from './request.ts'

/** `waiting`: disconnected, retrying. `refused`: permanently, with the reason. */
export type WatchState = 'open' | 'waiting' | 'refused'

export type Watched = {
  channelId: string
  /** Where to continue: the id of an event or of a timeline. Without it, only new events are reported. */
  lastEventId?: string
  /** Stops watching. */
  signal: AbortSignal
  /** `id`: the position of this event among the channel's events. The same event may arrive twice. */
  onEvent(event: ChannelEvent, id: string): void
  onState?(state: WatchState, error?: InnkeeperError): void
}

const firstPauseMs = 500
const longestPauseMs = 15_000
/** The service sends at least a keep-alive comment every 15 seconds. */
const longestSilenceMs = 40_000

/**
 * Reports events of a channel live and reconnects when the connection breaks, until `signal` is aborted or the service refuses.
 * Never throws for network errors.
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
        silence.reset()
      })
    }
    silence.stop()
    if (signal.aborted) return
    onState?.('waiting')
    await pause(pauseAfter(failures++, connection instanceof InnkeeperError ? connection : undefined), signal)
  }
}

/** Undefined if there was no response, or it did not come from our service. */
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

/** Reads until the connection ends, and returns where to continue. */
async function listen(
  response: Response,
  { onEvent }: Watched,
  begin: string | undefined,
  onLife: () => void,
): Promise<string | undefined> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let lastEventId = begin
  // Of several events that belong together, only the last has an id.
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
  'happening',
  'unsent',
  'member',
  'settings',
  'reset',
])

/** Undefined for unknown events, which a newer service may send. */
function toEvent({ event = 'message', data }: EventSourceMessage): ChannelEvent | undefined {
  return names.has(event) ? { event, ...JSON.parse(data) } : undefined
}

/** Rate limits and gateway errors may go away. */
function isFinal({ status }: InnkeeperError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Exponential backoff with jitter, because all clients are disconnected at the same time. */
function pauseAfter(failures: number, refusal: InnkeeperError | undefined): number {
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.5 + Math.random() / 2)
  return Math.max(pauseMs, (refusal?.retryAfterSeconds ?? 0) * 1000)
}

/** A connection may die silently, for example when a computer sleeps. */
function watchSilence(): { signal: AbortSignal; reset(): void; stop(): void } {
  const silent = new AbortController()
  const begin = () => setTimeout(() => silent.abort(), longestSilenceMs)
  let timer = begin()
  return {
    signal: silent.signal,
    reset() {
      clearTimeout(timer)
      timer = begin()
    },
    stop: () => clearTimeout(timer),
  }
}
