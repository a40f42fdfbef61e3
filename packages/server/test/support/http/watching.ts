import assert from 'node:assert/strict'
import { type InnkeeperError, type WatchState, watch } from '@innkeeper/client'
import type { ChannelEvent } from '@innkeeper/contract'
import type { TestService } from '../test-service.ts'
import type { Caller } from './caller.ts'

/** Watches a channel like a client. */
export type Watcher = {
  /** All events received so far. */
  events: ChannelEvent[]
  lastEventId(): string | undefined
  /** The first matching event, already received or still to come. */
  until(isIt: (event: ChannelEvent) => boolean): Promise<ChannelEvent>
  /** The error that ended the watch. */
  refused: Promise<InnkeeperError>
  stop(): Promise<void>
}

/** Resolves when the service has started to send events. */
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
    for (const check of waiting) check()
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
      const late = setTimeout(() => reject(new Error(`${what}; received ${JSON.stringify(events)}, ${states}`)), 20_000)
      const check = () => {
        const found = find()
        if (found === undefined) return
        clearTimeout(late)
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      check()
    })
  await until(() => states[0], 'the watch never started')
  assert.notEqual(states[0], 'waiting')
  return {
    events,
    lastEventId: () => last,
    until: (isIt) => until(() => events.find(isIt), 'the event never came'),
    refused: refusal.promise,
    async stop() {
      stopping.abort()
      await over
    },
  }
}
