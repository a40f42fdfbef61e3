import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openForReading } from '../packages/server/src/adapters/sqlite/open-database.ts'
import { cpuColumns, cpuRatio, median, medianRatio, note, verdict } from './measuring/figures.ts'
import { load, type Round, roundSeconds, rounds, type Settings } from './measuring/load.ts'
import { startPlatform } from './servers/platform.ts'
import { innkeeper, root, type Server, startServer } from './servers/process.ts'
import { environmentFor } from './traffic/deliveries.ts'
import { makeRequests, setUpGroups } from './traffic/groups.ts'
import { untilIndexed } from './traffic/indexed.ts'

// Events acknowledged durably, with and without the ledger of missing messages: the same program, once with a preload that leaves out
// the heartbeat and the counting of late messages.

const floor = 0.97
const settings: Settings = { connections: 32, seconds: roundSeconds }
const ports = { without: 18_096, with: 18_097 }
/** More than one round can send. */
const most = 60_000

export async function benchLedger(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const platform = await startPlatform()
  const environment = environmentFor(platform)
  const preload = { ...environment, NODE_OPTIONS: `--import ${root}bench/servers/without-ledger.mjs` }
  const sides: Side[] = []
  try {
    const without = await startSide(sides, ports.without, preload)
    const withLedger = await startSide(sides, ports.with, environment)
    const results: Results = { without: [], with: [] }
    for (const side of sides) await send(side)
    for (let round = 0; round < rounds; round++) {
      results.without.push(await send(without))
      results.with.push(await send(withLedger))
    }
    return report(results, { withLedger: countBeats(withLedger.data), without: countBeats(without.data) })
  } finally {
    for (const { server, data } of sides) {
      await server.stop()
      rmSync(data, { recursive: true, force: true })
    }
    await platform.stop()
  }
}

type Side = { server: Server; data: string }
type Results = { without: Round[]; with: Round[] }

async function startSide(sides: Side[], port: number, environment: Record<string, string>): Promise<Side> {
  const data = mkdtempSync(join(root, 'bench/results/ledger-'))
  const server = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, environment)
  const side = { server, data }
  sides.push(side)
  await setUpGroups(port, (...words) => innkeeper(...words, '--data', data))
  return side
}

/** One round of new events. The next one begins with an up-to-date search index. */
async function send({ server: { port, pid }, data }: Side): Promise<Round> {
  const round = await load({ port, pids: [pid], requests: makeRequests(most), next: -1 }, settings)
  if (round.requests >= most) throw new Error(`The round used up all ${most} requests; create more of them`)
  await untilIndexed(data)
  return round
}

function countBeats(data: string): number {
  const connection = openForReading(data)
  try {
    const [count = 0] = connection.values<number>('select count(*) from service_spans')
    return count
  } finally {
    connection.close()
  }
}

function report(results: Results, beats: { withLedger: number; without: number }): boolean {
  const row = (what: string, list: Round[]) => ({
    what,
    'events/s': Math.round(median(list.map(({ perSecond }) => perSecond))),
    'p99 ms': Number(median(list.map(({ p99Ms }) => p99Ms)).toFixed(2)),
    ...cpuColumns(list, results.without),
  })
  console.log(`\nOne event per request, ${rounds} interleaved rounds, ${settings.connections} connections; medians`)
  console.table([row('without the ledger', results.without), row('with the ledger', results.with)])
  note('CPU of an event, times that without the ledger', cpuRatio(results.with, results.without))
  const ratio = medianRatio(results.with, results.without, ({ perSecond }) => perSecond)
  const verdicts = [
    verdict('events acknowledged durably, times those without the ledger', ratio, floor, 'least'),
    verdict('control: spans noted with the ledger', beats.withLedger, 1, 'least'),
    verdict('control: spans noted without it', beats.without, 0, 'most'),
  ]
  return verdicts.every(Boolean)
}
