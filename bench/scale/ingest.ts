import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '../../scripts/postgres.ts'
import { medianRatio, verdict } from '../measuring/figures.ts'
import { load, median, type Round, type Settings } from '../measuring/load.ts'
import { startPlatform } from '../servers/platform.ts'
import { innkeeperUnder, root, type Server, startServer } from '../servers/process.ts'
import { environmentFor } from '../traffic/deliveries.ts'
import { furnish, makeRequests, rulesOfGroup } from '../traffic/groups.ts'
import { untilIndexedOn } from '../traffic/indexed.ts'

// What bench/ingest.ts measures on the embedded store, on PostgreSQL on this machine's disk: server, service and client share its
// cores, so the ratio is that of a machine which does everything.

const floor = 0.4
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const settings: Settings = { connections: 32, seconds: 3 }
const ports = { limit: 18_100, inn: 18_101 }
/** More than a round can take. */
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
    servers.push(
      await startServer([process.execPath, `${root}bench/servers/signature-server.ts`], ports.limit, environment),
    )
    servers.push(await startServer([`${root}innkeeper`, 'serve', '--data', data], ports.inn, environment))
    const command = (...words: string[]) => innkeeperUnder(environment, ...words, '--data', data)
    await furnish(ports.inn, command)
    const limit: Round[] = []
    const inn: Round[] = []
    let acknowledged = 0
    for (let round = -1; round < rounds; round++) {
      const one = await send(ports.limit)
      const other = await send(ports.inn)
      acknowledged += other.requests
      await untilIndexedOn(url)
      // The first warms up.
      if (round < 0) continue
      limit.push(one)
      inn.push(other)
    }
    return report(limit, inn, acknowledged - countMessages(command))
  } finally {
    for (const server of servers) await server.stop()
    await platform.stop()
    await postgres.remove()
    rmSync(data, { recursive: true, force: true })
  }
}

async function send(port: number): Promise<Round> {
  const round = await load({ port, requests: makeRequests(most), next: -1 }, settings)
  if (round.requests >= most) throw new Error(`The round took all ${most} requests; make more of them`)
  return round
}

function countMessages(command: (...words: string[]) => string): number {
  const { channels } = JSON.parse(command('channels', 'list', '--json')) as { channels: { messages: number }[] }
  return channels.reduce((sum, channel) => sum + channel.messages, 0)
}

function report(limit: Round[], inn: Round[], lost: number): boolean {
  const row = (what: string, list: Round[]) => ({
    what,
    'events/s': Math.round(median(list.map(({ perSecond }) => perSecond))),
    'p99 ms': Number(median(list.map(({ p99Ms }) => p99Ms)).toFixed(2)),
  })
  console.log(
    `\nOne event a request into PostgreSQL, ${rounds} interleaved rounds, ${settings.connections} connections, every message held against ${rulesOfGroup} rules; medians`,
  )
  console.table([row('limit: Fastify, signature only', limit), row('Innkeeper on PostgreSQL, when durable', inn)])
  const ratio = medianRatio(inn, limit, ({ perSecond }) => perSecond)
  const verdicts = [
    verdict('events acknowledged durably on PostgreSQL', ratio, floor, 'least'),
    verdict('acknowledged but not stored', lost, 0, 'most'),
  ]
  return verdicts.every(Boolean)
}
