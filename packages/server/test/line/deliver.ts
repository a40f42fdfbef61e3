import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createLineConnector, type LineOptions } from '../../src/adapters/line/line-connector.ts'
import type { Delivery, IncomingEvent, Opened } from '../../src/ports/connector.ts'

export const secret = '0123456789abcdef0123456789abcdef'
export const destination = 'U8e742f61d673b39c7fff3cecb7536ef0'

/** A connector without a platform. With a channel id it fetches its tokens, otherwise it has one. */
export function createConnector(options: Partial<LineOptions> = {}) {
  return createLineConnector({
    channelSecrets: [secret],
    ...(options.channelId === undefined ? { accessToken: 'token' } : {}),
    apiBaseUrl: 'http://127.0.0.1:1',
    dataApiBaseUrl: 'http://127.0.0.1:1',
    clock: Date.now,
    fetch: () => Promise.reject(new Error('This test makes no calls')),
    ...options,
  })
}

export function sign(body: string | Uint8Array, key = secret): string {
  return createHmac('sha256', key).update(body).digest('base64')
}

export function deliveryOf(body: string | Uint8Array, headers?: Delivery['headers']): Delivery {
  return { headers: headers ?? { 'x-line-signature': sign(body) }, body: Buffer.from(body), receivedAt: Date.now() }
}

/** Signs these events, delivers them together and opens the delivery. */
export function openEvents(events: unknown[], receivedAt = Date.now()): Extract<Opened, { kind: 'taken' }> {
  const delivery = { ...deliveryOf(JSON.stringify({ destination, events })), receivedAt }
  const opened = createConnector().webhook.open(delivery)
  assert.equal(opened.kind, 'taken')
  return opened as Extract<Opened, { kind: 'taken' }>
}

export function openOne(event: unknown, receivedAt = Date.now()): IncomingEvent {
  const { events, unread } = openEvents([event], receivedAt)
  assert.deepEqual(unread, [])
  const [first] = events
  assert.ok(first)
  return first
}
