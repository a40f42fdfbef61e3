import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type SimulatorOptions, startSimulator } from '@innkeeper/simulator'
import { createLineConnector, type LineOptions } from '../../src/adapters/line/line-connector.ts'
import type { ReplyRight } from '../../src/domain/assistant/reply.ts'
import {
  PlatformRefusal,
  type PlatformRefusalCode,
  PlatformSilence,
} from '../../src/domain/platforms/platform-errors.ts'
import type { IncomingEvent, Opened } from '../../src/ports/connector.ts'
import { createConnector } from './deliver.ts'

/** A simulated platform on loopback, and a connector that receives its deliveries and calls it. Both end with the test. */
export async function startPlatform(
  t: TestContext,
  options: { simulator?: SimulatorOptions; line?: Partial<LineOptions> } = {},
) {
  const platform = await startSimulator(options.simulator)
  t.after(() => platform.stop())
  const received: IncomingEvent[] = []
  const connector = createLineConnector({
    channelSecrets: [platform.channelSecret],
    accessToken: platform.accessToken,
    apiBaseUrl: platform.url,
    dataApiBaseUrl: platform.url,
    clock: options.simulator?.clock ?? Date.now,
    ...options.line,
  })
  const inbox = createServer((request, response) => {
    void receive(request).then((opened) => response.writeHead(opened.kind === 'taken' ? 200 : 401).end())
  })
  t.after(() => inbox.close())
  await once(inbox.listen(0, '127.0.0.1'), 'listening')
  platform.setWebhookUrl(`http://127.0.0.1:${(inbox.address() as AddressInfo).port}/`)
  return { platform, connector, received }

  async function receive(request: IncomingMessage): Promise<Opened> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const opened = connector.webhook.open({ headers: request.headers, body, receivedAt: Date.now() })
    if (opened.kind === 'taken') received.push(...opened.events)
    return opened
  }
}

type Call = { url: string; headers: Headers; body: string }
export type Answer = () => Response

/** A connector to a platform that gives these answers in turn and repeats the last one. */
export function answerWith(answers: Answer[], options: Partial<LineOptions> = {}) {
  const calls: Call[] = []
  const connector = createConnector({
    apiBaseUrl: 'https://api.example.com',
    dataApiBaseUrl: 'https://data.example.com',
    fetch: async (input, init) => {
      const body = typeof init?.body === 'string' ? init.body : ''
      calls.push({ url: String(input), headers: new Headers(init?.headers), body })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      assert.ok(answer)
      return answer()
    },
    ...options,
  })
  return { connector, calls }
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return plain(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
}

export function plain(status: number, body: string | null, headers: Record<string, string> = {}): Answer {
  return () => new Response(body, { status, headers })
}

/** What `fetch` does without a connection. */
export const noConnection: Answer = () => {
  throw new TypeError('fetch failed')
}

export function rightTo(token: string | undefined): ReplyRight {
  assert.ok(token)
  return { token, expiresAt: null, isOneUse: true, cost: 'free' }
}

export function refusal(code: PlatformRefusalCode, words = /./): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof PlatformRefusal, String(error))
    assert.equal(error.code, code, error.message)
    assert.match(error.message, words)
    return true
  }
}

export function silence(words = /./): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof PlatformSilence, String(error))
    assert.match(error.message, words)
    return true
  }
}
