import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cpuColumns, cpuRatio, median, medianRatio, note, verdict } from './measuring/figures.ts'
import { load, messagesOr, type Round, roundSeconds, rounds, type Target } from './measuring/load.ts'
import { innkeeper, root, type Server, startServer } from './servers/process.ts'
import { untilIndexed } from './traffic/indexed.ts'

// A page of 50 messages with everything a real request does, against Fastify that sends the same bytes from a constant.

const floors = { uncached: 0.3, cached: 0.5, growth: 1.2 }
const settings = { connections: 32, seconds: roundSeconds }
/** Latency is measured at a quarter of the full load: under full load it would only show the length of the queue. */
const calm = { connections: 4, seconds: 2 * roundSeconds, everyMs: 4 }
const sizes = { large: messagesOr(1_000_000), small: Math.min(10_000, messagesOr(10_000)) }
const ports = { limit: 18_080, large: 18_081, small: 18_082 }

export async function benchRead(): Promise<boolean> {
  const large = await openService('large', ports.large, { channels: 20, messages: sizes.large })
  const small = await openService('small', ports.small, { channels: 1, messages: sizes.small })
  const page = await readPage(large)
  const pageFile = join(root, 'bench/results/page.json')
  writeFileSync(pageFile, page)
  const limit = await startServer([process.execPath, `${root}bench/servers/limit-server.ts`, pageFile], ports.limit)
  const servers: Server[] = [large.server, small.server, limit]
  try {
    const targets = {
      limit: targetOf(limit, large.pages.slice(0, 1)),
      uncached: targetOf(large.server, large.pages),
      cached: targetOf(large.server, large.pages.slice(0, 1)),
      small: targetOf(small.server, small.pages),
    }
    const names = Object.keys(targets) as (keyof typeof targets)[]
    const results = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<
      keyof typeof targets,
      Round[]
    >
    for (const name of names) await load(targets[name], { ...settings, seconds: 2 * roundSeconds })
    const calmRounds = { large: [] as Round[], small: [] as Round[] }
    for (let round = 0; round < rounds; round++) {
      for (const name of names) results[name].push(await load(targets[name], settings))
      calmRounds.large.push(await load(targets.uncached, calm))
      calmRounds.small.push(await load(targets.small, calm))
    }
    const growth = medianRatio(calmRounds.large, calmRounds.small, ({ p99Ms }) => p99Ms)
    return report(results, growth, page.length)
  } finally {
    for (const server of servers) await server.stop()
  }
}

function targetOf({ port, pid }: Server, requests: Buffer[]): Target {
  return { port, pids: [pid], requests, next: 0 }
}

type Results = Record<'limit' | 'uncached' | 'cached' | 'small', Round[]>

function report(results: Results, growth: number, pageBytes: number): boolean {
  const ratio = (name: keyof Results) => medianRatio(results[name], results.limit, ({ perSecond }) => perSecond)
  const row = (label: string, name: keyof Results) => ({
    what: label,
    'requests/s': Math.round(median(results[name].map(({ perSecond }) => perSecond))),
    'p99 ms': Number(median(results[name].map(({ p99Ms }) => p99Ms)).toFixed(2)),
    ratio: Number(ratio(name).toFixed(3)),
    ...cpuColumns(results[name], results.limit),
  })
  console.log(
    `\nA page of 50 messages (${pageBytes} bytes), ${rounds} interleaved rounds, ${settings.connections} connections, medians`,
  )
  console.table([
    row('limit: Fastify, a constant', 'limit'),
    row(`${sizes.large} messages, page not cached`, 'uncached'),
    row(`${sizes.large} messages, page cached`, 'cached'),
    row(`${sizes.small} messages, page not cached`, 'small'),
  ])
  note('CPU of a page that is not cached, times that of the limit', cpuRatio(results.uncached, results.limit))
  note('CPU of a cached page, times that of the limit', cpuRatio(results.cached, results.limit))
  const verdicts = [
    verdict('page not cached', ratio('uncached'), floors.uncached, 'least'),
    verdict('page cached', ratio('cached'), floors.cached, 'least'),
    verdict(
      'p99 of the large store over p99 of the small one (at a quarter of the full load)',
      growth,
      floors.growth,
      'most',
    ),
  ]
  return verdicts.every(Boolean)
}

type Service = { server: Server; pages: Buffer[] }

/**
 * A service on a seeded store, and requests for up to 10,000 different pages in random places. They are sent in turn, so a page is
 * never requested again while it is still in the service's cache.
 */
async function openService(name: string, port: number, size: { channels: number; messages: number }): Promise<Service> {
  const data = seededFolder(name, size)
  const { channels } = JSON.parse(innkeeper('channels', 'list', '--json', '--data', data)) as {
    channels: { channelId: string; ownerId: string; messages: number }[]
  }
  const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, {
    INNKEEPER_RATE_LIMIT: '1000000',
  })
  // The service indexes the seeded messages first, which would be measured too.
  await untilIndexed(data)
  const pages: Buffer[] = []
  for (const { channelId, ownerId } of channels) {
    const issued = innkeeper('keys', 'create', '--user', ownerId, '--expires', '1d', '--json', '--data', data)
    const { key } = JSON.parse(issued) as { key: string }
    pages.push(...(await findPages(port, channelId, key, Math.ceil(10_000 / channels.length))))
  }
  return { server, pages: shuffle(pages) }
}

/** Walks through the days in small steps and collects the positions from which a full page can be read. */
async function findPages(port: number, channelId: string, key: string, wanted: number): Promise<Buffer[]> {
  const found: Buffer[] = []
  const path = `/api/channels/${channelId}/backup/messages`
  const headers = { authorization: `Bearer ${key}` }
  const read = async (query: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}?${query}`, { headers })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as { messages: unknown[]; nextCursor: string | null }
  }
  for (let daysAgo = 0; found.length < wanted && daysAgo < 400; daysAgo++) {
    const date = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    let { nextCursor: cursor } = await read(`date=${date}&limit=1`)
    while (cursor && found.length < wanted) {
      const page = await read(`cursor=${cursor}&limit=50`)
      if (page.messages.length < 50) break
      found.push(
        Buffer.from(`GET ${path}?cursor=${cursor} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`),
      )
      cursor = (await read(`cursor=${cursor}&limit=1`)).nextCursor
    }
  }
  return found
}

/** Seeded once and kept with the results. It gets its name when it is complete, so that an incomplete one is never used. */
function seededFolder(name: string, { channels, messages }: { channels: number; messages: number }): string {
  const folder = join(root, `bench/results/read-${name}-${messages}`)
  if (existsSync(folder)) return folder
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const making = `${folder}-making`
  rmSync(making, { recursive: true, force: true })
  const size = ['--channels', String(channels), '--messages', String(messages), '--media', '0']
  innkeeper('seed', ...size, '--seed', 'bench', '--data', making)
  renameSync(making, folder)
  return folder
}

async function readPage({ server, pages }: Service): Promise<Buffer> {
  const [path = '', key = ''] = /^GET (\S+) [\s\S]*Bearer (\S+)/.exec(pages[0]?.toString() ?? '')?.slice(1) ?? []
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return Buffer.from(await response.arrayBuffer())
}

function shuffle<T>(items: T[]): T[] {
  for (let index = items.length - 1; index > 0; index--) {
    const other = Math.floor(Math.random() * (index + 1))
    ;[items[index], items[other]] = [items[other] as T, items[index] as T]
  }
  return items
}
