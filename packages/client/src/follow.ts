import type { ChannelEvent } from '@innkeeper/contract'
import type { ClientOptions, InnkeeperError } from './request.ts'
import { watch } from './watch.ts'

export type FollowedEvent = {
  event: ChannelEvent
  /** Store it, and continue there after a restart. Several events that belong together have the same. */
  id: string
}

type Followed = {
  channelId: string
  /** Where to continue: the `id` of an event. Without it, only new events are returned. */
  lastEventId?: string
  signal?: AbortSignal
}

/**
 * The same as `watch`, as a loop: `for await (const { event, id } of follow(…))`. Ends when the signal is aborted or the loop is left, and
 * throws if the service refuses for good. Events arrive at least once.
 */
export async function* follow(
  options: ClientOptions,
  { channelId, lastEventId, signal }: Followed,
): AsyncGenerator<FollowedEvent> {
  const left = new AbortController()
  const waiting: FollowedEvent[] = []
  let refusal: InnkeeperError | undefined
  let isOver = false
  let wake = () => {}
  const watching = watch(options, {
    channelId,
    ...(lastEventId !== undefined && { lastEventId }),
    signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal,
    onEvent(event, id) {
      waiting.push({ event, id })
      wake()
    },
    onState(state, error) {
      if (state === 'refused') refusal = error
    },
  }).then(() => {
    isOver = true
    wake()
  })
  try {
    for (;;) {
      const next = waiting.shift()
      if (next) yield next
      else if (isOver) break
      else await new Promise<void>((resolve) => (wake = resolve))
    }
    if (refusal) throw refusal
  } finally {
    left.abort()
    await watching
  }
}
