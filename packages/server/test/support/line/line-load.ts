import { createHmac, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, type TestContext } from 'node:test'
import { createRandom, type Random } from '@innkeeper/testdata'
import { botId } from './line-platform.ts'

/** Random values for one test. Prints their seed; set INNKEEPER_SEED to get the same values again. */
export function drawRandom(context: TestContext): Random {
  const seed = process.env.INNKEEPER_SEED ?? String(randomInt(2 ** 32))
  context.diagnostic(`INNKEEPER_SEED=${seed}`)
  return createRandom(`${seed}/${context.name}`)
}

export const channelSecret = 'canary-channel-secret-5f0e'

export type SentText = { event: LineEvent; groupId: string; messageId: string; replyToken: string }
export type LineEvent = { type: string; webhookEventId: string } & Record<string, unknown>

/** Matches every event ID, to find them in a trace of disk writes. */
export const eventIdForm = /01K[0-9A-Z]{10}\d{13}/g

let count = randomInt(1e9)

/** An event with the current time, in the platform's format. */
export function lineEvent(source: object | null, more: { type: string } & Record<string, unknown>): LineEvent {
  const timestamp = Date.now()
  const webhookEventId = `01K${timestamp.toString(36).toUpperCase().padStart(10, '0')}${String(++count).padStart(13, '0')}`
  const deliveryContext = { isRedelivery: false }
  return { mode: 'active', timestamp, source, webhookEventId, deliveryContext, ...more }
}

export function say(random: Random, groupId: string, userId: string, text: string): SentText {
  const messageId = `610203${String(++count).padStart(12, '0')}`
  const replyToken = random.hex(32)
  const message = { id: messageId, type: 'text', quoteToken: random.hex(16), text }
  const event = lineEvent({ type: 'group', groupId, userId }, { type: 'message', replyToken, message })
  return { event, groupId, messageId, replyToken }
}

/** The same event as a redelivery. Nothing else in it changes. */
export function again(event: LineEvent): LineEvent {
  return { ...event, deliveryContext: { isRedelivery: true } }
}

export function sign(body: string | Uint8Array, secret = channelSecret): string {
  return createHmac('sha256', secret).update(body).digest('base64')
}

export function bodyOf(events: unknown[], destination = botId): string {
  return JSON.stringify({ destination, events })
}

/** Status 0 means that the connection ended without an answer. */
export type Answer = { status: number; retryAfter: string | undefined; text: string; ms: number }

/** Sends webhooks like the platform, over keep-alive connections. */
export type WebhookSender = {
  deliver(...events: unknown[]): Promise<Answer>
  /** Sends exactly these bytes, with this signature if given. */
  post(body: string | Uint8Array, signature?: string): Promise<Answer>
}

export function openWebhookSender(url: string, { connections = 32 } = {}): WebhookSender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  after(() => agent.destroy())
  const post: WebhookSender['post'] = (body, signature) =>
    new Promise((resolve) => {
      const started = performance.now()
      const finish = (status: number, retryAfter?: string, text = '') =>
        resolve({ status, retryAfter, text, ms: performance.now() - started })
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'LineBotWebhook/2.0',
        'content-length': Buffer.byteLength(body),
        ...(signature === undefined ? {} : { 'x-line-signature': signature }),
      }
      const sent = request(`${url}/webhooks/line`, { method: 'POST', agent, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (data) => (text += data))
        answer.once('close', () => {
          if (answer.complete) finish(answer.statusCode ?? 0, answer.headers['retry-after'], text)
          else finish(0)
        })
        answer.on('error', () => {})
      })
      sent.once('error', () => finish(0))
      sent.end(body)
    })
  return {
    post,
    deliver(...events) {
      const body = bodyOf(events)
      return post(body, sign(body))
    },
  }
}

/** Control: a proxy that acknowledges webhooks before it forwards them. Tests of durability must detect it. */
export async function openPipeliningSender(url: string, delayMs: number): Promise<WebhookSender> {
  const inner = openWebhookSender(url, { connections: 256 })
  const server = createServer((incoming, answer) => {
    const signature = String(incoming.headers['x-line-signature'])
    void incoming.toArray().then((chunks) => {
      answer.end('{}')
      setTimeout(() => void inner.post(Buffer.concat(chunks), signature), delayMs)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return openWebhookSender(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

/** Runs this many at once, and starts the next whenever one is done, until `next` returns undefined. */
export async function inParallel<T>(
  width: number,
  next: () => T | undefined,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const run = async () => {
    for (let one = next(); one !== undefined; one = next()) await work(one)
  }
  await Promise.all(Array.from({ length: width }, run))
}

/** What is wrong in a store after these were acknowledged. */
export function compare(acknowledged: Iterable<string>, stored: string[]): { lost: string[]; twice: string[] } {
  const there = new Set(stored)
  const met = new Set<string>()
  const twice = stored.filter((id) => met.size === met.add(id).size)
  return { lost: [...acknowledged].filter((id) => !there.has(id)), twice }
}

export function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
