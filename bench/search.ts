import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, type Random } from '@innkeeper/testdata'
import { matchTerms } from '../packages/server/src/adapters/sql/search-terms.ts'
import type { Connection } from '../packages/server/src/adapters/sqlite/connection.ts'
import { openForReading } from '../packages/server/src/adapters/sqlite/open-database.ts'
import { readSearchWords } from '../packages/server/src/domain/search/search-words.ts'
import { untilIndexed } from './indexed.ts'
import { load, median, type Round } from './load.ts'
import { innkeeper, root, startServer } from './process.ts'
import { medianRatio, verdict } from './verdict.ts'

// A search with all that belongs to it (key, role, looking at every candidate's text, the hits as timeline items, HTTP)
// against the bare question to the index, in process.

const floor = 0.4
const rounds = 7
const size = { channels: 4, messages: 200_000 }
const settings = { connections: 8, seconds: 3 }
const limit = 20
const port = 18_083
const kinds = ['two characters', 'words', 'rare', 'none'] as const

type Kind = (typeof kinds)[number]
type Query = { channelNo: number; channelId: string; q: string }

export async function benchSearch(): Promise<boolean> {
  const data = seededFolder()
  const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, {
    INNKEEPER_RATE_LIMIT: '0',
  })
  try {
    await untilIndexed(data)
    const connection = openForReading(data)
    const keys = await makeKeys(connection, data)
    const queries = await makeQueries(connection)
    const results = Object.fromEntries(
      [...kinds, 'all'].map((kind) => [kind, { raw: [], http: [] }]),
    ) as unknown as Results
    const mixed = kinds.map((kind) => queries[kind])
    const all = mixed[0]?.flatMap((_, index) => mixed.flatMap((list) => list.slice(index, index + 1))) ?? []
    const sets: [keyof Results, Query[]][] = [
      ...kinds.map((kind): [Kind, Query[]] => [kind, queries[kind]]),
      ['all', all],
    ]
    for (const [, set] of sets) await measureBoth(connection, keys, set, 1)
    for (let round = 0; round < rounds; round++) {
      for (const [kind, set] of sets) {
        const { raw, http } = await measureBoth(connection, keys, set, kind === 'all' ? settings.seconds : 1)
        results[kind].raw.push(raw)
        results[kind].http.push(http)
      }
    }
    connection.close()
    return report(results)
  } finally {
    await server.stop()
  }
}

type Results = Record<Kind | 'all', { raw: Round[]; http: Round[] }>

async function measureBoth(connection: Connection, keys: Map<string, string>, queries: Query[], seconds: number) {
  const raw = await measureRaw(connection, queries, seconds)
  const requests = queries.map(({ channelId, q }) =>
    Buffer.from(
      `GET /api/channels/${channelId}/backup/search?q=${encodeURIComponent(q)}&limit=${limit} HTTP/1.1\r\nHost: x\r\n` +
        `Authorization: Bearer ${keys.get(channelId)}\r\n\r\n`,
    ),
  )
  const http = await load({ port, requests, next: 0 }, { ...settings, seconds })
  return { raw, http }
}

/** The same terms of the same queries, as many documents as a page holds; nothing is looked at. */
async function measureRaw(connection: Connection, queries: Query[], seconds: number): Promise<Round> {
  const looks = queries.map(({ channelNo, q }) => readSearchWords(q).terms(channelNo))
  const latencies: number[] = []
  const started = performance.now()
  for (let at = 0; performance.now() - started < seconds * 1000; at++) {
    const asked = performance.now()
    const terms = looks[at % looks.length] ?? []
    await matchTerms(connection, { terms, from: 0, to: Number.MAX_SAFE_INTEGER, limit })
    latencies.push(performance.now() - asked)
  }
  const took = (performance.now() - started) / 1000
  latencies.sort((a, b) => a - b)
  return {
    requests: latencies.length,
    seconds: took,
    perSecond: latencies.length / took,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  }
}

function report(results: Results): boolean {
  const ratio = ({ raw, http }: Results['all']) => medianRatio(http, raw, ({ perSecond }) => perSecond)
  const figure = (list: Round[], of: (round: Round) => number) => median(list.map(of))
  console.log(
    `\nSearching ${size.messages} messages in ${size.channels} channels, pages of ${limit}, ${rounds} interleaved rounds, ` +
      `${settings.connections} connections, medians`,
  )
  console.table(
    Object.entries(results).map(([what, both]) => ({
      what,
      'index alone/s': Math.round(figure(both.raw, ({ perSecond }) => perSecond)),
      'p99 ms': Number(figure(both.raw, ({ p99Ms }) => p99Ms).toFixed(2)),
      'requests/s': Math.round(figure(both.http, ({ perSecond }) => perSecond)),
      'request p99 ms': Number(figure(both.http, ({ p99Ms }) => p99Ms).toFixed(2)),
      ratio: Number(ratio(both).toFixed(3)),
    })),
  )
  return verdict('search over HTTP, of the bare question to the index', ratio(results.all), floor, 'least')
}

async function makeKeys(connection: Connection, data: string): Promise<Map<string, string>> {
  const owners = await connection.all<{ channelId: string; userId: string }>(
    `select c.channel_id as "channelId", m.user_id as "userId" from channels c join members m on m.channel = c.channel
     where m.role = 'owner'`,
  )
  return new Map(
    owners.map(({ channelId, userId }) => {
      const issued = innkeeper('keys', 'create', '--user', userId, '--expires', '1d', '--json', '--data', data)
      return [channelId, (JSON.parse(issued) as { key: string }).key]
    }),
  )
}

/** Made of what was said: a piece of two characters, a longer one, nearly a whole message; and words that nobody said. */
async function makeQueries(connection: Connection): Promise<Record<Kind, Query[]>> {
  const random = createRandom('search')
  const queries: Record<Kind, Query[]> = { 'two characters': [], words: [], rare: [], none: [] }
  const channels = await connection.all<{ channelNo: number; channelId: string }>(
    'select channel as "channelNo", channel_id as "channelId" from channels',
  )
  for (const channel of channels) {
    const rows = await connection.all<{ json: string }>(
      'select json from messages where channel = ? order by time desc limit 20000',
      channel.channelNo,
    )
    const texts = rows.flatMap(({ json }): string[] => {
      const { type, content } = JSON.parse(json)
      return type === 'text' && content.length > 7 ? [content] : []
    })
    for (let count = 0; count < 250; count++) {
      const text = random.pick(texts)
      const add = (kind: Kind, q: string) => queries[kind].push({ ...channel, q })
      add('two characters', cut(random, text, 2))
      add('words', cut(random, text, random.between(3, 6)))
      add('rare', cut(random, text, random.between(12, 20)))
      add('none', `${cut(random, text, 2)}${random.pick(['zq', 'ヺ々', '龘龘', 'ฎฬ'])}${count}`)
    }
  }
  return queries
}

function cut(random: Random, text: string, length: number): string {
  const characters = [...text]
  const from = random.between(0, Math.max(0, characters.length - length))
  return characters.slice(from, from + length).join('')
}

function seededFolder(): string {
  const folder = join(root, `bench/results/search-${size.messages}`)
  if (existsSync(folder)) return folder
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const making = `${folder}-making`
  rmSync(making, { recursive: true, force: true })
  const words = ['--channels', String(size.channels), '--messages', String(size.messages), '--media', '0']
  innkeeper('seed', ...words, '--seed', 'bench', '--data', making)
  renameSync(making, folder)
  return folder
}
