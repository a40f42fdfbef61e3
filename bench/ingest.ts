import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { startCpuMeter } from './measuring/cpu-time.ts'
import { cpuColumns, cpuRatio, median, medianRatio, note, verdict } from './measuring/figures.ts'
import { load, type Round, roundSeconds, rounds, type Settings } from './measuring/load.ts'
import { startPlatform } from './servers/platform.ts'
import { innkeeper, root, type Server, startServer } from './servers/process.ts'
import { environmentFor } from './traffic/deliveries.ts'
import { answeredEvery, makeRequests, rulesOfGroup, setUpGroups, type TrafficOptions } from './traffic/groups.ts'
import { countUnindexed, untilIndexed } from './traffic/indexed.ts'

// Events acknowledged durably, one per request, against Fastify that only checks the signature. Every message is matched against
// the rules of its group; in a separate series, one of a hundred is answered too. Every round begins with an up-to-date search
// index, so that no round pays for another; what a round leaves to the index is reported next to it.

const floor = 0.6
const mostP99Ms = 500
const settings: Settings = { connections: 32, seconds: roundSeconds }
const ports = { limit: 18_090, service: 18_091 }

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
  const service = await startServer([`${root}innkeeper`, 'serve', '--data', data], ports.service, environment)
  try {
    await setUpGroups(ports.service, (...words) => innkeeper(...words, '--data', data))
    const results: Results = { limit: [], service: [], answering: [] }
    const sendAndIndex = indexedSender(service, data)
    await send(limit)
    await sendAndIndex()
    for (let round = 0; round < rounds; round++) {
      results.limit.push(await send(limit))
      results.service.push(await sendAndIndex())
      results.answering.push(await sendAndIndex({ answered: true }))
    }
    platform.setHanging(true)
    const hanging = await sendAndIndex({ strangers: true })
    const acknowledged = sent.service
    return report(results, hanging, { syncs: syncsPerSecond(data), acknowledged, stored: countMessages(data) })
  } finally {
    for (const server of [limit, service]) await server.stop()
    await platform.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** `behind`: messages that were not in the search index at the end of the round. `indexedCpuMicros`: with the time to catch up. */
type IndexedRound = Round & { behind: number; catchUpSeconds: number; indexedCpuMicros: number }
type Results = { limit: Round[]; service: IndexedRound[]; answering: IndexedRound[] }

const sent = { service: 0 }

/** More than one round can send. */
const most = 60_000

/** One round of new events. */
async function send({ port, pid }: Server, options: TrafficOptions = {}): Promise<Round> {
  const target = { port, pids: [pid], requests: makeRequests(most, options), next: -1 }
  const round = await load(target, settings)
  if (round.requests >= most) throw new Error(`The round used up all ${most} requests; create more of them`)
  if (port === ports.service) sent.service += round.requests
  return round
}

function indexedSender(service: Server, data: string) {
  return async (options: TrafficOptions = {}): Promise<IndexedRound> => {
    const round = await send(service, options)
    const ended = performance.now()
    const cpu = startCpuMeter([service.pid])
    const behind = await countUnindexed(data)
    await untilIndexed(data)
    const catchUpSeconds = (performance.now() - ended) / 1000
    return { ...round, behind, catchUpSeconds, indexedCpuMicros: round.cpuMicros + cpu() / round.requests }
  }
}

function countMessages(data: string): number {
  const { channels } = JSON.parse(innkeeper('channels', 'list', '--json', '--data', data)) as {
    channels: { messages: number }[]
  }
  return channels.reduce((sum, channel) => sum + channel.messages, 0)
}

/** What the disk allows, one small write at a time. */
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
  const ratio = medianRatio(results.service, results.limit, ({ perSecond }) => perSecond)
  const row = (what: string, list: Round[]) => ({
    what,
    'events/s': Math.round(median(list.map(({ perSecond }) => perSecond))),
    'p99 ms': Number(median(list.map(({ p99Ms }) => p99Ms)).toFixed(2)),
    ...cpuColumns(list, results.limit),
  })
  const indexedRow = (what: string, list: IndexedRound[]) => ({
    ...row(what, list),
    'index behind': Math.round(median(list.map(({ behind }) => behind))),
    'caught up in s': Number(median(list.map(({ catchUpSeconds }) => catchUpSeconds)).toFixed(2)),
  })
  console.log(
    `\nOne event per request, ${rounds} interleaved rounds, ${settings.connections} connections, every message matched against ${rulesOfGroup} rules; medians`,
  )
  console.table([
    row('limit: Fastify, signature only', results.limit),
    indexedRow('Innkeeper, acknowledged when durable', results.service),
    indexedRow(`the same, one of ${answeredEvery} answered`, results.answering),
    indexedRow('the same while the platform hangs', [hanging]),
    { what: 'raw fdatasync, one at a time', 'events/s': Math.round(syncs), 'p99 ms': Number.NaN },
  ])
  note('CPU of an event, times that of the limit', cpuRatio(results.service, results.limit))
  note('the same with the search index', cpuRatio(caughtUp(results.service), results.limit))
  note(
    'throughput with the search index',
    medianRatio(caughtUp(results.service), results.limit, ({ perSecond }) => perSecond),
  )
  const answering = medianRatio(results.answering, results.limit, ({ perSecond }) => perSecond)
  note(`throughput with one of ${answeredEvery} answered`, answering)
  const both = medianRatio(caughtUp(results.answering), results.limit, ({ perSecond }) => perSecond)
  note(`throughput with one of ${answeredEvery} answered and the search index`, both)
  // The claims in the chats are messages too, but they were sent before anyone subscribed.
  const verdicts = [
    verdict('events acknowledged durably', ratio, floor, 'least'),
    verdict('p99 ms while the platform hangs', hanging.p99Ms, mostP99Ms, 'most'),
    verdict('acknowledged but not stored', acknowledged - stored, 0, 'most'),
  ]
  return verdicts.every(Boolean)
}

/** As if each round had lasted until all its messages were in the index. */
function caughtUp(list: IndexedRound[]): Round[] {
  return list.map((round) => {
    const seconds = round.seconds + round.catchUpSeconds
    return { ...round, seconds, perSecond: round.requests / seconds, cpuMicros: round.indexedCpuMicros }
  })
}
