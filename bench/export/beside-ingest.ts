import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchMemory } from '../fairness/measure.ts'
import { verdict } from '../measuring/figures.ts'
import { load, messagesOr } from '../measuring/load.ts'
import { takeFigures } from '../measuring/loop-figures.ts'
import { channelIdOf, openEmbedded, owner } from '../scale/stores.ts'
import { startPlatform } from '../servers/platform.ts'
import { innkeeper, innkeeperUnder, root, startServer } from '../servers/process.ts'
import { environmentFor } from '../traffic/deliveries.ts'
import { makeRequests, setUpGroups } from '../traffic/groups.ts'

const mostMs = 100
const mostGrowthMib = 150
const port = 18_105

type Scene = { data: string; store: Record<string, string>; messages: number }

/** The delay of the service's event loop while one caller downloads a whole channel and events arrive. */
export async function downloadBesideIngest(engine: string, { data, store, messages }: Scene): Promise<boolean> {
  mkdirSync(data, { recursive: true })
  const platform = await startPlatform()
  const file = join(data, 'loop-delay.json')
  const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, {
    ...store,
    ...environmentFor(platform),
    INNKEEPER_RATE_LIMIT: '1000000',
    BENCH_DELAY_FILE: file,
    NODE_OPTIONS: `--import=${root}bench/scale/loop-delay.ts`,
  })
  try {
    const command = (...words: string[]) => innkeeperUnder(store, ...words, '--data', data)
    await setUpGroups(port, command)
    const issued = command('keys', 'create', '--user', owner, '--expires', '1d', '--json')
    const { key } = JSON.parse(issued) as { key: string }
    const target = { port, pids: [], requests: makeRequests(40_000), next: -1 }
    await takeFigures(server.pid, file)
    const work = { isOver: false, events: 0 }
    const talk = async () => {
      while (!work.isOver) work.events += (await load(target, { connections: 8, seconds: 2, everyMs: 16 })).requests
    }
    const others = talk()
    const started = performance.now()
    const planned = await download(key)
    const seconds = (performance.now() - started) / 1000
    work.isOver = true
    await others
    const figures = await takeFigures(server.pid, file)
    console.log(`\nDownloading ${planned} messages from a service on ${engine}, while events arrive`)
    console.table([
      {
        'messages/s': Math.round(planned / seconds),
        'events/s': Math.round(work.events / seconds),
        'p50 ms': Number(figures.p50.toFixed(1)),
        'p99 ms': Number(figures.p99.toFixed(1)),
        'most ms': Number(figures.max.toFixed(1)),
      },
    ])
    return [
      verdict(`p99 ms of the event loop's delay on ${engine}`, figures.p99, mostMs, 'most'),
      verdict(`messages missing from the plan on ${engine}`, Math.max(0, messages - planned), 0, 'most'),
    ].every(Boolean)
  } finally {
    await server.stop()
    await platform.stop()
  }
}

/** In the month before this one, in UTC. */
function monthBefore(): { name: string; span: { from: number; days: number } } {
  const now = new Date()
  const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)
  return { name: `export-${new Date(from).toISOString().slice(0, 7)}`, span: { from, days: 27 } }
}

/** The memory of the service while someone with a slow connection downloads a large month as web pages. */
export async function downloadLargeMonth(): Promise<boolean> {
  const messages = messagesOr(200_000)
  const data = await openEmbedded({ ...monthBefore(), channels: 1, messages, isIndexed: false })
  const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, {
    INNKEEPER_RATE_LIMIT: '1000000',
  })
  try {
    const issued = innkeeper('keys', 'create', '--user', owner, '--expires', '1d', '--json', '--data', data)
    const { key } = JSON.parse(issued) as { key: string }
    await download(key, { formats: ['jsonl'], media: false })
    const before = watchMemory(server.pid).stop()
    const memory = watchMemory(server.pid)
    const planned = await download(key, { formats: ['html'], media: false }, slowly)
    const growth = memory.stop() - before
    return [
      verdict(`MiB of memory that ${messages} messages of a month as pages add`, growth, mostGrowthMib, 'most'),
      verdict('messages missing from its plan', Math.max(0, messages - planned), 0, 'most'),
    ].every(Boolean)
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** A pause after each MiB, as on a connection with 20 MB/s. */
async function slowly(body: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes < 2 ** 20) continue
    bytes = 0
    await sleep(50)
  }
}

const quickly = async (body: AsyncIterable<Uint8Array>) => {
  for await (const _ of body);
}

/** Every part, one after the other. Returns how many messages were planned. */
async function download(
  key: string,
  wish: object = { formats: ['jsonl'], media: false },
  read: (body: AsyncIterable<Uint8Array>) => Promise<void> = quickly,
): Promise<number> {
  const path = `http://127.0.0.1:${port}/api/channels/${channelIdOf(0)}/backup/export`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(path, {
    method: 'POST',
    headers,
    body: JSON.stringify(wish),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const plan = (await answer.json()) as { messages: number; parts: { id: string }[] }
  for (const { id } of plan.parts) {
    const part = await fetch(`${path}/${encodeURIComponent(id)}`, { headers })
    if (!part.ok || !part.body) throw new Error(await part.text())
    await read(part.body)
  }
  return plan.messages
}
