import assert from 'node:assert/strict'
import { type InnkeeperError, type WatchState, watch } from '@innkeeper/client'
import type { ChannelEvent } from '@innkeeper/contract'
import type { TestService } from '../test-service.ts'
import type { Caller } from './caller.ts'

/** Somebody who watches a channel as a client does. */
export type Watcher = {
  /** All that was heard so far. */
  events: ChannelEvent[]
  lastEventId(): string | undefined
  /** The first event like this, heard already or still to come. */
  until(isIt: (event: ChannelEvent) => boolean): Promise<ChannelEvent>
  /** How it was refused in the end. */
  refused: Promise<InnkeeperError>
  stop(): Promise<void>
}

/** Answers when the service has begun to tell. */
export async function watchChannel(
  service: Pick<TestService, 'url'>,
  { authorization = '' }: Caller,
  channelId: string,
  { lastEventId, fetch: reach }: { lastEventId?: string; fetch?: typeof fetch } = {},
): Promise<Watcher> {
  const stopping = new AbortController()
  const events: ChannelEvent[] = []
  const waiting = new Set<() => void>()
  const states: WatchState[] = []
  let last = lastEventId
  const noteWatch = () => {
    for (const look of waiting) look()
  }
  const refusal = Promise.withResolvers<InnkeeperError>()
  const over = watch(
    { baseUrl: service.url, key: authorization.replace('Bearer ', ''), ...(reach ? { fetch: reach } : {}) },
    {
      channelId,
      signal: stopping.signal,
      ...(lastEventId === undefined ? {} : { lastEventId }),
      onEvent(event, id) {
        events.push(event)
        last = id
        noteWatch()
      },
      onState(state, error) {
        states.push(state)
        if (error) refusal.resolve(error)
        noteWatch()
      },
    },
  )
  const until = <T>(find: () => T | undefined, what: string) =>
    new Promise<T>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${what}; heard ${JSON.stringify(events)}, ${states}`)), 20_000)
      const look = () => {
        const found = find()
        if (found === undefined) return
        clearTimeout(late)
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  await until(() => states[0], 'the watch never began')
  assert.notEqual(states[0], 'waiting')
  return {
    events,
    lastEventId: () => last,
    until: (isIt) => until(() => events.find(isIt), 'an event never came'),
    refused: refusal.promise,
    async stop() {
      stopping.abort()
      await over
    },
  }
}
