import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { medianRatio, verdict } from './measuring/figures.ts'
import { load, median, type Round, type Settings } from './measuring/load.ts'
import { startPlatform } from './servers/platform.ts'
import { innkeeper, root, type Server, startServer } from './servers/process.ts'
import { environmentFor } from './traffic/deliveries.ts'
import { answeredEvery, furnish, makeRequests, rulesOfGroup, type Sending } from './traffic/groups.ts'
import { countUnindexed, untilIndexed } from './traffic/indexed.ts'

// Events acknowledged durably, one a request, against Fastify that only checks the signature. Every message is held against
// the rules of its group; in a series of its own, one of a hundred is answered too. Every round begins with a search index
// that has caught up, so that none pays for another; what a round leaves to the index is told beside it.

const floor = 0.6
const mostP99Ms = 500
const rounds = 7
const settings: Settings = { connections: 32, seconds: 3 }
const ports = { limit: 18_090, inn: 18_091 }

export async function benchIngest(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const data = mkdtempSync(join(root, 'bench/results/ingest-'))
  const platform = await startPlatform()
  const environment = environmentFor(platform)
  const limit = await startServer(
    [process.execPath, `${root}bench/servers/signature-server.ts`],
    ports.limit,
    environment,
  )
  const inn = await startServer([`${root}innkeeper`, 'serve', '--data', data], ports.inn, environment)
  try {
    await furnish(ports.inn, (...words) => innkeeper(...words, '--data', data))
    const results: Results = { limit: [], inn: [], answering: [] }
    await send(ports.limit)
    await sendAndIndex(data)
    for (let round = 0; round < rounds; round++) {
      results.limit.push(await send(ports.limit))
      results.inn.push(await sendAndIndex(data))
      results.answering.push(await sendAndIndex(data, { answered: true }))
    }
    platform.setHanging(true)
    const hanging = await sendAndIndex(data, { strangers: true })
    const acknowledged = sent.inn
    return report(results, hanging, { syncs: syncsPerSecond(data), acknowledged, stored: countMessages(data) })
  } finally {
    for (const server of [limit, inn] as Server[]) await server.stop()
    await platform.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** `behind`: messages that were not in the search index at the end of the round. */
type IndexedRound = Round & { behind: number; catchUpSeconds: number }
type Results = { limit: Round[]; inn: IndexedRound[]; answering: IndexedRound[] }

const sent = { inn: 0 }

/** More than a round can take. */
const most = 60_000

/** One round of fresh events. */
async function send(port: number, options: Sending = {}): Promise<Round> {
  const target = { port, requests: makeRequests(most, options), next: -1 }
  const round = await load(target, settings)
  if (round.requests >= most) throw new Error(`The round took all ${most} requests; make more of them`)
  if (port === ports.inn) sent.inn += round.requests
  return round
}

async function sendAndIndex(data: string, options: Sending = {}): Promise<IndexedRound> {
  const round = await send(ports.inn, options)
  const ended = performance.now()
  const behind = await countUnindexed(data)
  await untilIndexed(data)
  return { ...round, behind, catchUpSeconds: (performance.now() - ended) / 1000 }
}

function countMessages(data: string): number {
  const { channels } = JSON.parse(innkeeper('channels', 'list', '--json', '--data', data)) as {
    channels: { messages: number }[]
  }
  return channels.reduce((sum, channel) => sum + channel.messages, 0)
}

/** What the disk itself allows, one small write at a time. */
function syncsPerSecond(folder: string): number {
  const file = openSync(join(folder, 'sync-probe'), 'w')
  const page = Buffer.alloc(4096, 1)
  const started = performance.now()
  const times = 300
  for (let index = 0; index < times; index++) {
    writeSync(file, page)
    fdatasyncSync(file)
  }
  closeSync(file)
  return times / ((performance.now() - started) / 1000)
}

function report(
  results: Results,
  hanging: IndexedRound,
  { syncs, acknowledged, stored }: { syncs: number; acknowledged: number; stored: number },
): boolean {
  const ratio = medianRatio(results.inn, results.limit, ({ perSecond }) => perSecond)
  const row = (what: string, list: Round[]) => ({
    what,
    'events/s': Math.round(median(list.map(({ perSecond }) => perSecond))),
    'p99 ms': Number(median(list.map(({ p99Ms }) => p99Ms)).toFixed(2)),
  })
  const indexedRow = (what: string, list: IndexedRound[]) => ({
    ...row(what, list),
    'index behind': Math.round(median(list.map(({ behind }) => behind))),
    'caught up in s': Number(median(list.map(({ catchUpSeconds }) => catchUpSeconds)).toFixed(2)),
  })
  console.log(
    `\nOne event a request, ${rounds} interleaved rounds, ${settings.connections} connections, every message held against ${rulesOfGroup} rules; medians`,
  )
  console.table([
    row('limit: Fastify, signature only', results.limit),
    indexedRow('Innkeeper, acknowledged when durable', results.inn),
    indexedRow(`the same, one of ${answeredEvery} answered`, results.answering),
    indexedRow('the same while the platform hangs', [hanging]),
    { what: 'raw fdatasync, one at a time', 'events/s': Math.round(syncs), 'p99 ms': Number.NaN },
  ])
  const tell = (what: string, value: number) => console.log(`      ${what}: ${value.toFixed(3)} (no bound)`)
  tell(
    'with catching up counted',
    medianRatio(caughtUp(results.inn), results.limit, ({ perSecond }) => perSecond),
  )
  const answering = medianRatio(results.answering, results.limit, ({ perSecond }) => perSecond)
  tell(`with one of ${answeredEvery} answered`, answering)
  const both = medianRatio(caughtUp(results.answering), results.limit, ({ perSecond }) => perSecond)
  tell(`with one of ${answeredEvery} answered and catching up counted`, both)
  // The claims in the chat are messages too, but came before anybody subscribed.
  const verdicts = [
    verdict('events acknowledged durably', ratio, floor, 'least'),
    verdict('p99 ms while the platform hangs', hanging.p99Ms, mostP99Ms, 'most'),
    verdict('acknowledged but not stored', acknowledged - stored, 0, 'most'),
  ]
  return verdicts.every(Boolean)
}

/** As if a round had lasted until all it brought was in the index. */
function caughtUp(list: IndexedRound[]): Round[] {
  return list.map((round) => {
    const seconds = round.seconds + round.catchUpSeconds
    return { ...round, seconds, perSecond: round.requests / seconds }
  })
}
