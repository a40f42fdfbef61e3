import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { webhook } from '@line/bot-sdk'
import { type SimulatorOptions, startSimulator } from '../src/index.ts'

type Received = { headers: IncomingHttpHeaders; body: string; events: webhook.Event[] }

/** A bot's server that records what it receives. `answers` are the next statuses, then 200; 0 sends no response. */
export async function openBot() {
  const received: Received[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk))
    request.on('end', () => {
      received.push({
        headers: request.headers,
        body,
        events: body.startsWith('{"destination"') ? JSON.parse(body).events : [],
      })
      const status = answers.shift() ?? 200
      if (status > 0) response.writeHead(status, { 'x-bot': 'yes' }).end('seen')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`, received, answers }
}

/** A simulator with a bot, a group with two members, and a clock that moves only when a test sets it. */
export async function openLine(options: SimulatorOptions = {}) {
  const time = { now: Date.UTC(2026, 7, 20, 9) }
  const bot = await openBot()
  const line = await startSimulator({ seed: 'test', clock: () => time.now, webhookUrl: bot.url, ...options })
  after(() => line.stop())
  const mai = line.addUser({ displayName: 'Mai' })
  const ken = line.addUser({ displayName: 'Ken' })
  const group = line.addGroup({ name: 'Flat', members: [mai, ken] })

  /** Calls the API as the bot does. */
  const call = async (route: string, body?: unknown, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = route.split(' ')
    const response = await fetch(line.url + path, {
      method,
      headers: {
        authorization: `Bearer ${line.accessToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : {},
    }
  }
  const reply = (replyToken: string | undefined, text = 'hi') =>
    call('POST /v2/bot/message/reply', { replyToken, messages: [{ type: 'text', text }] })
  const push = (to: string, headers?: Record<string, string>) =>
    call('POST /v2/bot/message/push', { to, messages: [{ type: 'text', text: 'hi' }] }, headers)
  return { line, bot, time, mai, ken, group, call, reply, push }
}
