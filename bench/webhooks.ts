import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { cpuColumns, note, verdict } from './measuring/figures.ts'
import { load, type Round } from './measuring/load.ts'
import { startPlatform } from './servers/platform.ts'
import { innkeeper, root, startServer } from './servers/process.ts'
import { environmentFor } from './traffic/deliveries.ts'
import { makeRequests, setUpGroups } from './traffic/groups.ts'

// Messages that arrive at a steady rate in groups with webhooks, while receivers answer, and while they hang.

const mostP99Ms = 500
const port = 18_097
const webhooksOfGroup = 4
const seconds = Number(process.env.BENCH_SECONDS ?? 60)
const connections = 32
/** About 640 messages a second. */
const everyMs = 50

export async function benchWebhooks(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const data = mkdtempSync(join(root, 'bench/results/webhooks-'))
  const platform = await startPlatform()
  const receiver = await startReceiver()
  const environment = { ...environmentFor(platform), INNKEEPER_WEBHOOK_ALLOW: receiver.host }
  const service = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, environment)
  try {
    const { key, groups } = await setUpGroups(port, (...words) => innkeeper(...words, '--data', data))
    const send = async (): Promise<Round> => {
      const requests = makeRequests(Math.ceil((connections * seconds * 1_000) / everyMs) + connections)
      return await load({ port, pids: [service.pid], requests, next: -1 }, { connections, seconds, everyMs })
    }
    const without = await send()
    for (const group of groups)
      for (let no = 0; no < webhooksOfGroup; no++) await createWebhook(group, key, receiver.url)
    const answering = await send()
    const answered = receiver.count()
    receiver.hang()
    const hanging = await send()
    const row = (what: string, round: Round) => ({
      what,
      'messages/s': Math.round(round.perSecond),
      'p50 ms': Number(round.p50Ms.toFixed(2)),
      'p99 ms': Number(round.p99Ms.toFixed(2)),
      ...cpuColumns([round], [without]),
    })
    console.log(`\n${connections} connections, ${seconds} s each, ${groups.length * webhooksOfGroup} webhooks`)
    console.table([
      row('without webhooks', without),
      row('receivers answer', answering),
      row('receivers hang', hanging),
    ])
    note('events that arrived while receivers answered', answered)
    const verdicts = [
      verdict('p99 ms while receivers hang', hanging.p99Ms, mostP99Ms, 'most'),
      // Otherwise nothing was proved.
      verdict('requests that hung', receiver.count() - answered, 4, 'least'),
    ]
    return verdicts.every(Boolean)
  } finally {
    await service.stop()
    await platform.stop()
    receiver.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function createWebhook(group: string, key: string, url: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/channels/${group}/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['message.created'], contents: 'full' }),
  })
  if (!answer.ok) throw new Error(`Cannot create a webhook: ${await answer.text()}`)
}

async function startReceiver() {
  let isHanging = false
  let count = 0
  const server = createServer((request, response) => {
    count++
    request.resume()
    if (!isHanging) response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  const host = `127.0.0.1:${own}`
  return {
    host,
    url: `http://${host}/`,
    count: () => count,
    hang: () => (isHanging = true),
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
