import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '../../scripts/postgres.ts'
import { cpuColumns, cpuRatio, median, medianRatio, note, verdict } from '../measuring/figures.ts'
import { load, type Round, roundSeconds, rounds, type Settings } from '../measuring/load.ts'
import { startPlatform } from '../servers/platform.ts'
import { innkeeperUnder, root, type Server, startServer } from '../servers/process.ts'
import { environmentFor } from '../traffic/deliveries.ts'
import { makeRequests, rulesOfGroup, setUpGroups } from '../traffic/groups.ts'
import { untilIndexedOn } from '../traffic/indexed.ts'
import { pidOf } from './stores.ts'

// The same as bench/ingest.ts on PostgreSQL, on this machine's disk: database, service and client share its cores, so the ratio is
// that of one machine that does everything. CPU time counts the service and the database.

const floor = 0.4
const settings: Settings = { connections: 32, seconds: roundSeconds }
const ports = { limit: 18_100, service: 18_101 }
/** More than one round can send. */
const most = 60_000

export async function benchIngestAtScale(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const data = mkdtempSync(join(root, 'bench/results/scale-ingest-'))
  const postgres = await startPostgres()
  const platform = await startPlatform()
  const servers: Server[] = []
  try {
    const { url } = await createDatabase(postgres)
    const environment = { ...environmentFor(platform), INNKEEPER_DATABASE_URL: url }
    const signatures = [process.execPath, `${root}bench/servers/signature-server.ts`]
    const limitServer = await startServer(signatures, ports.limit, environment)
    servers.push(limitServer)
    const service = await startServer([`${root}innkeeper`, 'serve', '--data', data], ports.service, environment)
    servers.push(service)
    const command = (...words: string[]) => innkeeperUnder(environment, ...words, '--data', data)
    await setUpGroups(ports.service, command)
    const limit: Round[] = []
    const innkeeper: Round[] = []
    let acknowledged = 0
    for (let round = -1; round < rounds; round++) {
      const one = await send(ports.limit, [limitServer.pid])
      const other = await send(ports.service, [service.pid, pidOf(postgres)])
      acknowledged += other.requests
      await untilIndexedOn(url)
      // The first round is a warm-up.
      if (round < 0) continue
      limit.push(one)
      innkeeper.push(other)
    }
    return report(limit, innkeeper, acknowledged - countMessages(command))
  } finally {
    for (const server of servers) await server.stop()
    await platform.stop()
    await postgres.remove()
    rmSync(data, { recursive: true, force: true })
  }
}

async function send(port: number, pids: number[]): Promise<Round> {
  const round = await load({ port, pids, requests: makeRequests(most), next: -1 }, settings)
  if (round.requests >= most) throw new Error(`The round used up all ${most} requests; create more of them`)
  return round
}

function countMessages(command: (...words: string[]) => string): number {
  const { channels } = JSON.parse(command('channels', 'list', '--json')) as { channels: { messages: number }[] }
  return channels.reduce((sum, channel) => sum + channel.messages, 0)
}

function report(limit: Round[], innkeeper: Round[], lost: number): boolean {
  const row = (what: string, list: Round[]) => ({
    what,
    'events/s': Math.round(median(list.map(({ perSecond }) => perSecond))),
    'p99 ms': Number(median(list.map(({ p99Ms }) => p99Ms)).toFixed(2)),
    ...cpuColumns(list, limit),
  })
  console.log(
    `\nOne event per request into PostgreSQL, ${rounds} interleaved rounds, ${settings.connections} connections, every message matched against ${rulesOfGroup} rules; medians`,
  )
  console.table([row('limit: Fastify, signature only', limit), row('Innkeeper on PostgreSQL, when durable', innkeeper)])
  note('CPU of an event, times that of the limit', cpuRatio(innkeeper, limit))
  const ratio = medianRatio(innkeeper, limit, ({ perSecond }) => perSecond)
  const verdicts = [
    verdict('events acknowledged durably on PostgreSQL', ratio, floor, 'least'),
    verdict('acknowledged but not stored', lost, 0, 'most'),
  ]
  return verdicts.every(Boolean)
}
