import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { medianRatio, verdict } from '../measuring/figures.ts'
import { load, median, type Round } from '../measuring/load.ts'
import { innkeeperUnder, root, type Server, startServer } from '../servers/process.ts'
import { channelIdOf, type House, openEmbedded, openServer, owner } from './stores.ts'

// A page of 50 messages out of ten million, against the same out of a hundred thousand, on both engines: in random places of two
// years, none of which the service remembers.

const most = 1.3
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const full = { connections: 32, seconds: 3 }
/** Latency is measured at a quarter of the full load, not under it: otherwise it would tell how long the queue is. */
const calm = { connections: 4, seconds: 4, everyMs: 8 }
const pagesOfHouse = 10_000
const days = 700

const large: House = {
  name: 'large',
  channels: 20,
  messages: Number(process.env.BENCH_ROWS ?? 10_000_000),
  isIndexed: false,
}
const small: House = { name: 'small', channels: 1, messages: 100_000, isIndexed: false }

export async function benchReadsAtScale(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const embedded = await measure('SQLite', async (house) => ({ data: await openEmbedded(house), environment: {} }))
  const { server, urlOf } = await openServer([large, small])
  try {
    const onServer = await measure('PostgreSQL', async (house) => ({
      data: mkdtempSync(join(root, 'bench/results/scale-reads-')),
      environment: { INNKEEPER_DATABASE_URL: urlOf(house) },
    }))
    return [embedded, onServer].every(Boolean)
  } finally {
    await server.remove()
  }
}

type Place = { data: string; environment: Record<string, string> }

async function measure(engine: string, open: (house: House) => Promise<Place>): Promise<boolean> {
  const houses: Open[] = []
  try {
    for (const [index, house] of [large, small].entries())
      houses.push(await move(house, await open(house), 18_102 + index))
    const results = houses.map(() => ({ full: [] as Round[], calm: [] as Round[] }))
    for (const { target } of houses) await load(target, { ...full, seconds: 5 })
    for (let round = 0; round < rounds; round++) {
      for (const [index, { target }] of houses.entries()) results[index]?.full.push(await load(target, full))
      for (const [index, { target }] of houses.entries()) results[index]?.calm.push(await load(target, calm))
    }
    return report(engine, results)
  } finally {
    for (const { server, data } of houses) {
      await server.stop()
      rmSync(data, { recursive: true, force: true })
    }
  }
}

type Open = { server: Server; data: string; target: { port: number; requests: Buffer[]; next: number } }

async function move(house: House, { data, environment }: Place, port: number): Promise<Open> {
  const settings = { ...environment, INNKEEPER_RATE_LIMIT: '1000000' }
  const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, settings)
  const words = ['keys', 'create', '--user', owner, '--expires', '1d', '--json', '--data', data]
  const { key } = JSON.parse(innkeeperUnder(environment, ...words)) as { key: string }
  return { server, data, target: { port, requests: await findPages(port, key, house), next: 0 } }
}

type Page = { messages: unknown[]; nextCursor: string | null }

/** Requests for full pages on days all over the two years, in no order. */
async function findPages(port: number, key: string, { channels }: House): Promise<Buffer[]> {
  const aDay = channels > 1 ? 10 : 40
  const daysOfChannel = Math.ceil(pagesOfHouse / channels / aDay)
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
  const row = ({ messages }: House, { full, calm }: { full: Round[]; calm: Round[] }) => ({
    messages,
    'requests/s': Math.round(median(full.map(({ perSecond }) => perSecond))),
    'p99 ms, calm': Number(median(calm.map(({ p99Ms }) => p99Ms)).toFixed(2)),
  })
  console.log(`\nA page of 50 messages on ${engine}, ${rounds} interleaved rounds, medians`)
  console.table([row(large, ofLarge), row(small, ofSmall)])
  const growth = medianRatio(ofSmall.full, ofLarge.full, ({ perSecond }) => perSecond)
  console.log(`      p99, calm: ${medianRatio(ofLarge.calm, ofSmall.calm, ({ p99Ms }) => p99Ms).toFixed(3)} (no bound)`)
  return verdict(
    `time of a page at ${large.messages} over ${small.messages} messages on ${engine}`,
    growth,
    most,
    'most',
  )
}
