import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { eventually } from '../eventually.ts'

/** A request as it arrived. `event`: its body. */
export type ReceivedWebhook = {
  headers: Record<string, string>
  raw: string
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

export type WebhookReceiver = {
  url: string
  /** What the operator has to allow, because it is on loopback. */
  host: string
  received: ReceivedWebhook[]
  /** Of the following requests. */
  status: number
  hangs: boolean
  /** Whether it answers with what it got. */
  echoes: boolean
  /** Runs before it answers. */
  beforeAnswer: (received: ReceivedWebhook) => Promise<unknown>
  headers: Record<string, string>
  until(count: number): Promise<ReceivedWebhook[]>
}

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Receives webhooks on loopback. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const raw = Buffer.concat(parts).toString()
    const received = { headers: plainHeaders(request.headers), raw, event: JSON.parse(raw) }
    receiver.received.push(received)
    await receiver.beforeAnswer(received)
    if (!receiver.hangs) response.writeHead(receiver.status, receiver.headers).end(receiver.echoes ? raw : '')
  }
  const server = createServer((request, response) => void answer(request, response))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/alerts`,
    host: `127.0.0.1:${port}`,
    received: [],
    status: 204,
    hangs: false,
    echoes: false,
    beforeAnswer: async () => {},
    headers: {},
    until: (count) =>
      eventually(
        () => receiver.received,
        (all) => all.length >= count,
      ),
  }
  return receiver
}

function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
