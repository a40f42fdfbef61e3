import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cpuColumns, cpuRatio, median, medianRatio, note, verdict } from '../measuring/figures.ts'
import { load, type Round, roundSeconds, rounds, type Target } from '../measuring/load.ts'
import { innkeeperUnder, root, type Server, startServer } from '../servers/process.ts'
import { channelIdOf, openEmbedded, openServer, owner, pidOf, type SeededStore } from './stores.ts'

// A page of 50 messages out of ten million, against one out of a hundred thousand, on both engines: in random places of two years,
// none of which the service has cached. CPU time on PostgreSQL counts the service and the database.

const most = 1.3
const full = { connections: 32, seconds: roundSeconds }
/** Latency is measured at a quarter of the full load: under full load it would only show the length of the queue. */
const calm = { connections: 4, seconds: 4, everyMs: 8 }
const pagesPerStore = 10_000
const days = 700

const large: SeededStore = {
  name: 'large',
  channels: 20,
  messages: Number(process.env.BENCH_ROWS ?? 10_000_000),
  isIndexed: false,
}
const small: SeededStore = { name: 'small', channels: 1, messages: 100_000, isIndexed: false }

export async function benchReadsAtScale(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const embedded = await measure('SQLite', async (seeded) => ({
    data: await openEmbedded(seeded),
    environment: {},
    databasePids: [],
  }))
  const { server, urlOf } = await openServer([large, small])
  try {
    const onServer = await measure('PostgreSQL', async (seeded) => ({
      data: mkdtempSync(join(root, 'bench/results/scale-reads-')),
      environment: { INNKEEPER_DATABASE_URL: urlOf(seeded) },
      databasePids: [pidOf(server)],
    }))
    return [embedded, onServer].every(Boolean)
  } finally {
    await server.remove()
  }
}

type Location = { data: string; environment: Record<string, string>; databasePids: number[] }

async function measure(engine: string, open: (seeded: SeededStore) => Promise<Location>): Promise<boolean> {
  const services: Open[] = []
  try {
    for (const [index, seeded] of [large, small].entries())
      services.push(await start(seeded, await open(seeded), 18_102 + index))
    const results = services.map(() => ({ full: [] as Round[], calm: [] as Round[] }))
    for (const { target } of services) await load(target, { ...full, seconds: 5 })
    for (let round = 0; round < rounds; round++) {
      for (const [index, { target }] of services.entries()) results[index]?.full.push(await load(target, full))
      for (const [index, { target }] of services.entries()) results[index]?.calm.push(await load(target, calm))
    }
    return report(engine, results)
  } finally {
    for (const { server, data } of services) {
      await server.stop()
      rmSync(data, { recursive: true, force: true })
    }
  }
}

type Open = { server: Server; data: string; target: Target }

async function start(seeded: SeededStore, { data, environment, databasePids }: Location, port: number): Promise<Open> {
  const settings = { ...environment, INNKEEPER_RATE_LIMIT: '1000000' }
  const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, settings)
  const words = ['keys', 'create', '--user', owner, '--expires', '1d', '--json', '--data', data]
  const { key } = JSON.parse(innkeeperUnder(environment, ...words)) as { key: string }
  return {
    server,
    data,
    target: { port, pids: [server.pid, ...databasePids], requests: await findPages(port, key, seeded), next: 0 },
  }
}

type Page = { messages: unknown[]; nextCursor: string | null }

/** Requests for full pages on days throughout the two years, shuffled. */
async function findPages(port: number, key: string, { channels }: SeededStore): Promise<Buffer[]> {
  const aDay = channels > 1 ? 10 : 40
  const daysOfChannel = Math.ceil(pagesPerStore / channels / aDay)
  const found: Buffer[] = []
  for (let index = 0; index < channels; index++) {
    const path = `/api/channels/${channelIdOf(index)}/backup/messages`
    const read = async (query: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}?${query}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()) as Page
    }
    for (let day = 0; day < daysOfChannel; day++) {
      const daysAgo = 2 + Math.floor((day * days) / daysOfChannel)
      const date = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
      let { nextCursor: cursor } = await read(`date=${date}&limit=1`)
      for (let page = 0; page < aDay && cursor; page++) {
        found.push(
          Buffer.from(`GET ${path}?cursor=${cursor} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`),
        )
        const isLast = page === aDay - 1
        const answer: Page = await read(`cursor=${cursor}&limit=${isLast ? 50 : 1}`)
        if (isLast && answer.messages.length < 50) throw new Error('Too few messages a day for full pages')
        cursor = answer.nextCursor
      }
    }
  }
  for (let index = found.length - 1; index > 0; index--) {
    const other = Math.floor(Math.random() * (index + 1))
    ;[found[index], found[other]] = [found[other] as Buffer, found[index] as Buffer]
  }
  return found
}

function report(engine: string, [ofLarge, ofSmall]: { full: Round[]; calm: Round[] }[]): boolean {
  if (!ofLarge || !ofSmall) return false
  const row = ({ messages }: SeededStore, { full, calm }: { full: Round[]; calm: Round[] }) => ({
    messages,
    'requests/s': Math.round(median(full.map(({ perSecond }) => perSecond))),
    'p99 ms, calm': Number(median(calm.map(({ p99Ms }) => p99Ms)).toFixed(2)),
    ...cpuColumns(full, ofSmall.full),
  })
  console.log(`\nA page of 50 messages on ${engine}, ${rounds} interleaved rounds, medians`)
  console.table([row(large, ofLarge), row(small, ofSmall)])
  const growth = medianRatio(ofSmall.full, ofLarge.full, ({ perSecond }) => perSecond)
  note(
    'p99, calm',
    medianRatio(ofLarge.calm, ofSmall.calm, ({ p99Ms }) => p99Ms),
  )
  note('CPU of a page, times that of the small store', cpuRatio(ofLarge.full, ofSmall.full))
  return verdict(
    `time of a page at ${large.messages} over ${small.messages} messages on ${engine}`,
    growth,
    most,
    'most',
  )
}
