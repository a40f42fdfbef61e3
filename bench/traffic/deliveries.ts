import { createHash, createHmac, randomBytes } from 'node:crypto'
import { botId, type Platform } from '../servers/platform.ts'

// The webhooks of a platform, signed as the service expects them.

const secret = 'bench-channel-secret'

/** Settings with which a service accepts this platform's webhooks. */
export function environmentFor(platform: Platform): Record<string, string> {
  return {
    SECRET: secret,
    LINE_CHANNEL_SECRET: secret,
    LINE_CHANNEL_ACCESS_TOKEN: 'bench-token',
    LINE_API_BASE_URL: platform.url,
    LINE_DATA_API_BASE_URL: platform.url,
  }
}

/** The bot joins a group, someone claims it and subscribes to its backup, over the same HTTP API that people use. */
export async function setUpGroup(port: number, group: string, owner: { userId: string; key: string }): Promise<void> {
  await deliver(port, [event(group, { type: 'join', replyToken: token() })])
  await deliver(port, [
    event(group, { type: 'message', replyToken: token(), message: text('/claim'), userId: owner.userId }),
  ])
  const answer = await fetch(`http://127.0.0.1:${port}/api/channels/${group}/backup/subscribe`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.key}` },
  })
  if (!answer.ok) throw new Error(`Cannot subscribe: ${await answer.text()}`)
}

export async function deliver(port: number, events: object[]): Promise<void> {
  const body = JSON.stringify({ destination: botId, events })
  const answer = await fetch(`http://127.0.0.1:${port}/webhooks/line`, {
    method: 'POST',
    headers: { 'x-line-signature': sign(body), 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Error(`Not accepted: ${await answer.text()}`)
}

/** A signed request as it is sent over a socket. */
export function toRequest(events: object[]): Buffer {
  const body = JSON.stringify({ destination: botId, events })
  const head = `POST /webhooks/line HTTP/1.1\r\nHost: x\r\nContent-Type: application/json; charset=utf-8\r\nX-Line-Signature: ${sign(body)}\r\nUser-Agent: LineBotWebhook/2.0\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
  return Buffer.from(head + body)
}

/** Several processes of one bench send to the same service, so IDs must be unique across processes. */
let count = process.pid * 1_000_000_000

export function event(
  groupId: string,
  { userId, ...rest }: { userId?: string | undefined } & Record<string, unknown>,
): object {
  return {
    ...rest,
    mode: 'active',
    timestamp: Date.now(),
    source: { type: 'group', groupId, ...(userId ? { userId } : {}) },
    webhookEventId: `01BENCH${(++count).toString().padStart(19, '0')}`,
    deliveryContext: { isRedelivery: false },
  }
}

export function text(words: string): { id: string } {
  const message = { id: messageId(), type: 'text', quoteToken: 'quote', text: words }
  return message
}

export function messageId(): string {
  return String(600_000_000_000_000_000n + BigInt(++count))
}

export function token(): string {
  return randomBytes(16).toString('hex')
}

export function sign(body: string): string {
  return createHmac('sha256', secret).update(body).digest('base64')
}

export function idOf(kind: string, index: number): string {
  return createHash('sha256').update(`${kind} ${index}`).digest('hex').slice(0, 32)
}
