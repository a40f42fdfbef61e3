import { textsOf } from '../../../src/domain/assistant/outgoing-message.ts'
import {
  PlatformRefusal,
  type PlatformRefusalCode,
  PlatformSilence,
} from '../../../src/domain/platforms/platform-errors.ts'
import type { Connector, Pulled, PullOptions } from '../../../src/ports/connector.ts'
import { createFakeConnector } from '../line/fake-platform.ts'
import type { Update } from './polled-platform.ts'

export const polledPlatform = 'polled'

export type PollingOptions = {
  url: string
  /** The name under which the platform sees its polls. */
  by?: string
  /** Most updates in one batch. */
  limit?: number
  /** A fault: batches are confirmed before they are stored. */
  confirmsEarly?: boolean
  /** How long a poll waits for something to happen. */
  waitMs?: number
  fetch?: typeof globalThis.fetch
}

/** A connector to `PolledPlatform`: it asks for events, its rights to reply don't expire, and it can't push. */
export function createPollingConnector(options: PollingOptions): Connector {
  const { webhook: _, ...rest } = createFakeConnector()
  return {
    ...rest,
    platform: polledPlatform,
    pull: { run: (pulling) => poll(options, pulling) },
    replies: {
      async send({ token: chatId }, speech) {
        let sentParts = 0
        for (const text of textsOf(speech)) {
          await send(options, { chatId, text }, sentParts)
          sentParts++
        }
      },
    },
  }
}

async function poll(
  { url, by = '', limit = 100, waitMs = 500, confirmsEarly = false, fetch = globalThis.fetch }: PollingOptions,
  { position, take, notePolled, signal }: PullOptions,
): Promise<void> {
  let offset = position?.value
  while (!signal.aborted) {
    const query = new URLSearchParams({ by, limit: String(limit), waitMs: String(waitMs), ...(offset && { offset }) })
    const answer = await fetch(`${url}/updates?${query}`, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw toSilence(error)
    })
    if (!answer) return
    const body = (await answer.json()) as { updates: Update[]; behind: number; code?: PlatformRefusalCode }
    if (answer.status !== 200) throw new PlatformRefusal(body.code ?? 'invalid', `status ${answer.status}`)
    notePolled(body.behind - body.updates.length)
    const last = body.updates.at(-1)
    if (!last) continue
    offset = String(last.id + 1)
    const taken = take(toPulled(body.updates, offset))
    if (confirmsEarly) taken.catch(() => undefined)
    else await taken
  }
}

function toPulled(updates: Update[], value: string): Pulled {
  return {
    events: updates.flatMap(({ event }) => event ?? []),
    unread: updates.flatMap(({ unread }) => unread ?? []),
    position: { source: 'updates', value },
  }
}

async function send({ url, fetch = globalThis.fetch }: PollingOptions, body: object, sentParts: number): Promise<void> {
  const signal = AbortSignal.timeout(1_000)
  const answer = await fetch(`${url}/send`, { method: 'POST', body: JSON.stringify(body), signal }).catch(
    (error: unknown) => {
      throw toSilence(error)
    },
  )
  if (answer.status === 200) return
  const { code = 'invalid', ...facts } = (await answer.json()) as {
    code?: PlatformRefusalCode
    retryAfterMs?: number
    movedTo?: string
  }
  throw new PlatformRefusal(code, `status ${answer.status}`, { ...facts, ...(sentParts > 0 && { sentParts }) })
}

function toSilence(error: unknown): PlatformSilence {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  return new PlatformSilence('no response', { isUnsent: cause?.code === 'ECONNREFUSED' })
}
