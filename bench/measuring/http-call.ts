import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { botId } from '../servers/platform.ts'
import { sign } from '../traffic/deliveries.ts'

export type HttpCall = {
  port: number
  agent: Agent
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** Reads the response slowly; without it as fast as possible. */
  mostBytesPerSecond?: number
}

export type HttpAnswer = { status: number; body: Buffer; retryAfterSeconds?: number }

/** Keep-alive, and no request waits for another. */
export function createAgent(localAddress?: string): Agent {
  return new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, ...(localAddress && { localAddress }) })
}

/** One request and its complete response. Rejects without a response: disconnected, aborted or timed out. */
export async function call(options: HttpCall): Promise<HttpAnswer> {
  const { timeoutMs = standardTimeoutMs, mostBytesPerSecond } = options
  const until = performance.now() + timeoutMs
  const response = await begin(options)
  const late = setTimeout(
    () => response.destroy(new Error('No complete answer in time')),
    Math.max(1, until - performance.now()),
  )
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response) {
      if (mostBytesPerSecond === undefined) chunks.push(chunk as Buffer)
      else await pause(((chunk as Buffer).length / mostBytesPerSecond) * 1000)
    }
  } finally {
    clearTimeout(late)
  }
  const { statusCode = 0, headers } = response
  const retryAfter = Number(headers['retry-after'])
  return { status: statusCode, body: Buffer.concat(chunks), ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }) }
}

const standardTimeoutMs = 60_000

/** The headers of the response, within `timeoutMs`; the caller can read its body or not. */
export function begin(options: HttpCall): Promise<IncomingMessage> {
  const { port, agent, method, path, headers, body, signal, timeoutMs = standardTimeoutMs } = options
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      ...(signal && { signal }),
    })
    const late = setTimeout(() => sent.destroy(new Error('No answer in time')), timeoutMs)
    sent.on('close', () => clearTimeout(late))
    sent.on('error', reject)
    sent.on('response', (response) => {
      clearTimeout(late)
      resolve(response)
    })
    sent.end(body)
  })
}

/** A signed webhook with these events. */
export function webhook(port: number, agent: Agent, events: object[]): HttpCall {
  const body = JSON.stringify({ destination: botId, events })
  const headers = { 'x-line-signature': sign(body), 'content-type': 'application/json' }
  return { port, agent, method: 'POST', path: '/webhooks/line', headers, body }
}
