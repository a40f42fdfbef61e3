import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, generateTalk, type Random } from '@innkeeper/testdata'
import { listSenderNames } from '../packages/server/src/adapters/sql/search/search-names.ts'
import { matchStatements, matchTerms } from '../packages/server/src/adapters/sql/search/search-terms.ts'
import type { Connection } from '../packages/server/src/adapters/sqlite/connection.ts'
import { openForReading } from '../packages/server/src/adapters/sqlite/open-database.ts'
import { openCommandStore } from '../packages/server/src/adapters/sqlite/open-store.ts'
import { planIndexQuery } from '../packages/server/src/domain/search/index-query.ts'
import { prepareSearch } from '../packages/server/src/domain/search/match-search.ts'
import type { IncomingEvent } from '../packages/server/src/ports/connector.ts'
import { startCpuMeter } from './measuring/cpu-time.ts'
import { cpuRatio, median, medianRatio, note, verdict } from './measuring/figures.ts'
import { load, messagesOr, type Round, roundOf, roundSeconds, rounds } from './measuring/load.ts'
import { innkeeper, root, type Server, startServer } from './servers/process.ts'
import { untilIndexed } from './traffic/indexed.ts'

// A complete search (key, role, the text of every candidate, hits as timeline items, HTTP) against the query to the search index
// alone, in process. Each connection is another member of the group, because one person's searches never use all threads.

const floor = 0.4
const messageCount = messagesOr(200_000)
const settings = { connections: 8, seconds: roundSeconds }
const limit = 20
const port = 18_083
const kinds = ['two characters', 'single words', 'several words', 'half a sentence', 'nowhere'] as const
/** Each of these must reach the limit, and all kinds together. */
const judged: readonly string[] = ['single words', 'several words', 'all of them']

type Kind = (typeof kinds)[number]
type Group = { channelId: string }
type Results = Record<Kind | 'all of them', { raw: Round[]; http: Round[] }>

export async function benchSearch(): Promise<boolean> {
  const data = await seededFolder()
  const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, { INNKEEPER_RATE_LIMIT: '0' })
  const connection = openForReading(data)
  try {
    await untilIndexed(data)
    const queries = await makeQueries(connection)
    const keys = await membersKeys(connection, server, groupIn(data), data)
    const measure = createMeasure(connection, server, groupIn(data), keys)
    const sets = {
      ...queries,
      'all of them': queries['single words'].flatMap((_, at) => kinds.map((kind) => queries[kind][at] ?? '')),
    }
    const names = Object.keys(sets) as (keyof Results)[]
    const results = Object.fromEntries(names.map((name) => [name, { raw: [], http: [] }])) as unknown as Results
    for (const name of names) await measure(sets[name], Math.min(1, roundSeconds))
    for (let round = 0; round < rounds; round++) {
      for (const name of names) {
        const { raw, http } = await measure(
          sets[name],
          judged.includes(name) ? roundSeconds : Math.min(1, roundSeconds),
        )
        results[name].raw.push(raw)
        results[name].http.push(http)
      }
    }
    return report(results)
  } finally {
    connection.close()
    await server.stop()
  }
}

function report(results: Results): boolean {
  const ratio = ({ raw, http }: Results[Kind]) => medianRatio(http, raw, ({ perSecond }) => perSecond)
  const figure = (list: Round[], of: (round: Round) => number) => median(list.map(of))
  console.log(
    `\nSearching ${messageCount} messages of a group that speaks four languages, pages of ${limit}, ` +
      `${rounds} interleaved rounds, ${settings.connections} connections, medians`,
  )
  console.table(
    Object.entries(results).map(([what, both]) => ({
      what,
      'index alone/s': Math.round(figure(both.raw, ({ perSecond }) => perSecond)),
      'p99 ms': Number(figure(both.raw, ({ p99Ms }) => p99Ms).toFixed(2)),
      'requests/s': Math.round(figure(both.http, ({ perSecond }) => perSecond)),
      'request p99 ms': Number(figure(both.http, ({ p99Ms }) => p99Ms).toFixed(2)),
      ratio: Number(ratio(both).toFixed(3)),
      'index CPU µs/op': Number(figure(both.raw, ({ cpuMicros }) => cpuMicros).toFixed(1)),
      'CPU µs/op': Number(figure(both.http, ({ cpuMicros }) => cpuMicros).toFixed(1)),
      'CPU / limit': Number(cpuRatio(both.http, both.raw).toFixed(2)),
    })),
  )
  const { raw, http } = results['all of them']
  note('CPU of a search, times that of the index alone', cpuRatio(http, raw))
  const verdicts = judged.map((name) =>
    verdict(`searches per second, of the index alone: ${name}`, ratio(results[name as Kind]), floor, 'least'),
  )
  return verdicts.every((isGood) => isGood)
}

/** Keys of members who read the backup, one for each connection. */
async function membersKeys(
  connection: Connection,
  { port }: Server,
  { channelId }: Group,
  data: string,
): Promise<string[]> {
  const members = await connection.all<{ userId: string }>(
    `select user_id as "userId" from members where left_at is null and role <> 'guest' order by user_id limit ?`,
    settings.connections,
  )
  const keys = members.map(({ userId }) => {
    const issued = innkeeper('keys', 'create', '--user', userId, '--expires', '1d', '--json', '--data', data)
    return (JSON.parse(issued) as { key: string }).key
  })
  for (const key of keys) {
    const headers = { authorization: `Bearer ${key}` }
    const url = `http://127.0.0.1:${port}/api/channels/${channelId}/backup/subscribe`
    const { ok, status } = await fetch(url, { method: 'POST', headers })
    if (!ok) throw new Error(`A member could not subscribe (${status})`)
  }
  return keys
}

function createMeasure(connection: Connection, { port, pid }: Server, { channelId }: Group, keys: string[]) {
  const path = `/api/channels/${channelId}/backup/search`
  return async (queries: string[], seconds: number) => {
    const requests = queries.map((q, at) =>
      Buffer.from(
        `GET ${path}?q=${encodeURIComponent(q)}&limit=${limit} HTTP/1.1\r\nHost: x\r\n` +
          `Authorization: Bearer ${keys[at % keys.length]}\r\n\r\n`,
      ),
    )
    const raw = await measureRaw(connection, queries, seconds)
    const http = await load({ port, pids: [pid], requests, next: 0 }, { ...settings, seconds })
    return { raw, http }
  }
}

const bare = matchStatements('s.doc, s.time, s.seq', { sqlite: '', postgres: '' })

/** The same terms of the same queries and as many documents as a page has, without reading any message. */
async function measureRaw(connection: Connection, queries: string[], seconds: number): Promise<Round> {
  const names = await listSenderNames(connection, 1)
  const searches = queries.map((q) => planIndexQuery(prepareSearch({ q }), names, 1))
  const latencies: number[] = []
  const cpu = startCpuMeter()
  const started = performance.now()
  for (let at = 0; performance.now() - started < seconds * 1000; at++) {
    const asked = performance.now()
    const query = searches[at % searches.length] ?? { all: [], any: [] }
    const look = { channelNo: 1, query, from: 0, to: Number.MAX_SAFE_INTEGER, limit, order: 'desc' } as const
    await matchTerms(connection, look, bare)
    latencies.push(performance.now() - asked)
  }
  return roundOf(latencies, (performance.now() - started) / 1000, cpu())
}

/** Parts of the messages, in all four languages, and words that no message contains. */
async function makeQueries(connection: Connection): Promise<Record<Kind, string[]>> {
  const random = createRandom('search')
  const queries: Record<Kind, string[]> = {
    'two characters': [],
    'single words': [],
    'several words': [],
    'half a sentence': [],
    nowhere: [],
  }
  const rows = await connection.all<{ json: string }>('select json from messages order by time desc limit 50000')
  const texts = rows.flatMap(({ json }): string[] => {
    const { type, content } = JSON.parse(json)
    return type === 'text' && content.length > 7 ? [content] : []
  })
  for (let count = 0; count < 1000; count++) {
    const text = random.pick(texts)
    queries['two characters'].push(phrase(cut(random, text, 2)))
    queries['single words'].push(phrase(cut(random, text, random.between(3, 6))))
    queries['several words'].push(someWords(random, text))
    queries['half a sentence'].push(phrase(cut(random, text, random.between(12, 20))))
    queries.nowhere.push(phrase(`${cut(random, text, 2)}${random.pick(['zq', 'ヺ々', '龘龘', 'ฎฬ'])}${count}`))
  }
  return queries
}

/** One word for the query language, also with spaces in it. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '')}"`
}

/** Two or three of its words in any order. Where words have no spaces between them, short pieces. */
function someWords(random: Random, text: string): string {
  const words = text.split(/[\s"]+/).filter((word) => /^[\p{L}\p{N}][^:：]+$/u.test(word))
  const pieces = words.length > 2 ? words : [cut(random, text, 2), cut(random, text, 3)].map(phrase)
  const most = Math.min(pieces.length, random.between(2, 3))
  const chosen = new Set<string>()
  for (let tries = 0; tries < 10 && chosen.size < most; tries++) chosen.add(random.pick(pieces))
  return [...chosen].join(' ')
}

function cut(random: Random, text: string, length: number): string {
  const characters = [...text]
  const from = random.between(0, Math.max(0, characters.length - length))
  return characters.slice(from, from + length).join('')
}

/** Seeded once and kept with the results. It gets its name when it is complete, so that an incomplete one is never used. */
async function seededFolder(): Promise<string> {
  const folder = join(root, `bench/results/search-${messageCount}`)
  if (existsSync(folder)) return folder
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const making = `${folder}-making`
  rmSync(making, { recursive: true, force: true })
  const messages = messageCount / 4
  innkeeper(
    'seed',
    '--channels',
    '1',
    '--messages',
    `${messages}`,
    '--media',
    '0',
    '--seed',
    'search',
    '--data',
    making,
  )
  const { channelId } = groupIn(making)
  const store = await openCommandStore({ dataDir: making, defaults: { timezone: 'UTC', claim: 'first', baseUrl: '' } })
  for (const index of [1, 2, 3]) {
    const events: IncomingEvent[] = []
    for (const event of generateTalk({ seed: 'search', index, messages, endAt: Date.now(), days: 90 })) {
      if (event.kind === 'message') events.push({ ...event, channel: { channelId, type: 'group' } })
    }
    for (let from = 0; from < events.length; from += 500) {
      const at = Date.now()
      const batch = events.slice(from, from + 500)
      await store.write<'receive-events'>({ kind: 'receive-events', platform: 'sample', at, events: batch, unread: [] })
    }
  }
  await store.close()
  renameSync(making, folder)
  return folder
}

function groupIn(data: string): Group {
  const { channels } = JSON.parse(innkeeper('channels', 'list', '--json', '--data', data)) as { channels: Group[] }
  const [group] = channels
  if (!group) throw new Error('The store has no group')
  return group
}
