import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { verdict } from '../measuring/figures.ts'
import { load } from '../measuring/load.ts'
import { takeFigures } from '../measuring/loop-figures.ts'
import { type Platform, startPlatform } from '../servers/platform.ts'
import { innkeeperUnder, root, startServer } from '../servers/process.ts'
import { environmentFor } from '../traffic/deliveries.ts'
import { makeRequests, setUpGroups } from '../traffic/groups.ts'
import { channelIdOf, openEmbedded, openServer, owner, type SeededStore } from './stores.ts'

// The delay of the service's event loop while one caller reads a whole channel of a million messages page by page, others search
// it, and events arrive, on both engines.

const mostMs = 100
const port = 18_104
const seeded: SeededStore = {
  name: 'calm',
  channels: 1,
  messages: Number(process.env.BENCH_ROWS ?? 1_000_000),
  isIndexed: true,
}
const searched = ['umbrella', '傘 7', 'Message 77', 'bring the', 'nobody said this', '7919']

export async function benchCalm(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const platform = await startPlatform()
  try {
    const embedded = await measure('SQLite', await openEmbedded(seeded), {}, platform)
    const { server, urlOf } = await openServer([seeded])
    try {
      const data = mkdtempSync(join(root, 'bench/results/scale-calm-'))
      const onServer = await measure('PostgreSQL', data, { INNKEEPER_DATABASE_URL: urlOf(seeded) }, platform)
      return embedded && onServer
    } finally {
      await server.remove()
    }
  } finally {
    await platform.stop()
  }
}

async function measure(
  engine: string,
  data: string,
  store: Record<string, string>,
  platform: Platform,
): Promise<boolean> {
  const file = join(data, 'loop-delay.json')
  const environment = {
    ...store,
    ...environmentFor(platform),
    INNKEEPER_RATE_LIMIT: '1000000',
    BENCH_DELAY_FILE: file,
    NODE_OPTIONS: `--import=${root}bench/scale/loop-delay.ts`,
  }
  const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, environment)
  try {
    const command = (...words: string[]) => innkeeperUnder(store, ...words, '--data', data)
    await setUpGroups(port, command)
    const { key } = JSON.parse(command('keys', 'create', '--user', owner, '--expires', '1d', '--json')) as {
      key: string
    }
    const requests = makeRequests(40_000)
    await takeFigures(server.pid, file)
    const work = { isOver: false, events: 0, searches: 0 }
    const others = [talk(work, requests), search(work, key)]
    const started = performance.now()
    const rows = await exportAll(key)
    const seconds = (performance.now() - started) / 1000
    work.isOver = true
    await Promise.all(others)
    const figures = await takeFigures(server.pid, file)
    console.log(`\nThe event loop on ${engine}, while everything happens at once`)
    console.table([
      {
        'rows read': rows,
        'in s': Math.round(seconds),
        'events/s': Math.round(work.events / seconds),
        'searches/s': Math.round(work.searches / seconds),
        'p50 ms': Number(figures.p50.toFixed(1)),
        'p99 ms': Number(figures.p99.toFixed(1)),
        'most ms': Number(figures.max.toFixed(1)),
      },
    ])
    return [
      verdict(`p99 ms of the event loop's delay on ${engine}`, figures.p99, mostMs, 'most'),
      verdict(`messages missing from the export on ${engine}`, seeded.messages - rows, 0, 'most'),
    ].every(Boolean)
  } finally {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

type Work = { isOver: boolean; events: number; searches: number }

/** A few hundred per second. Created beforehand, because creating them would block reading. After the last one they repeat. */
async function talk(work: Work, requests: Buffer[]): Promise<void> {
  const target = { port, pids: [], requests, next: -1 }
  while (!work.isOver) work.events += (await load(target, { connections: 8, seconds: 2, everyMs: 16 })).requests
}

async function search(work: Work, key: string): Promise<void> {
  const requests = searched.map((words) =>
    Buffer.from(
      `GET /api/channels/${channelIdOf(0)}/backup/search?q=${encodeURIComponent(words)}&limit=20 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    ),
  )
  const target = { port, pids: [], requests, next: 0 }
  while (!work.isOver) work.searches += (await load(target, { connections: 2, seconds: 2 })).requests
}

/** From the first message to the last, in the largest pages. */
async function exportAll(key: string): Promise<number> {
  const path = `http://127.0.0.1:${port}/api/channels/${channelIdOf(0)}/backup/timeline`
  let query = `date=2020-01-01&limit=200`
  let rows = 0
  for (;;) {
    const answer = await fetch(`${path}?${query}`, { headers: { authorization: `Bearer ${key}` } })
    if (!answer.ok) throw new Error(await answer.text())
    const { items, nextCursor } = (await answer.json()) as { items: { kind: string }[]; nextCursor: string | null }
    rows += items.filter(({ kind }) => kind === 'message').length
    if (nextCursor === null) return rows
    query = `cursor=${encodeURIComponent(nextCursor)}&limit=200`
  }
}
