import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { type PostgresServer, startPostgres } from '../../scripts/postgres.ts'
import { startCpuMeter } from '../measuring/cpu-time.ts'
import { cpuColumns, cpuRatio, median, medianRatio, verdict } from '../measuring/figures.ts'
import { load, type Round, roundSeconds, rounds } from '../measuring/load.ts'
import { type Platform, startPlatform } from '../servers/platform.ts'
import { type Mix, makeMixedRequests } from '../traffic/mixed-groups.ts'
import { type Cluster, startCluster, untilIdle } from './cluster.ts'
import { type Watched, watchDatabase } from './watch-database.ts'

// Two nodes on one database against one node on another, on the same PostgreSQL and under the same load, which one node handles
// with ease. Both kinds run all the time and are measured in turn. CPU time counts the nodes and the database. Short form:
// BENCH_ROUNDS=2 BENCH_MIX=1.

const bounds = { p99: 1.3, cpu: 1.15, deadlocks: 0, lockShare: 0.1, expired: 0, reached: 0.97 }
const seconds = 3 * roundSeconds
const everyMs = 100
/** Without a pause. */
const mostConnections = 45
const firstPort = 18_110
/** More than one node can handle on any machine this runs on. Only for the number of requests to prepare. */
const mostPerSecond = 2_500

/** With loads that one node handles on a small machine. The second mix costs more than twice as much as the first. */
const mixes: Record<string, Load> = {
  'messages, 2 % answered': { perSecond: 450, mix: { answered: 0.02, media: 0, hasPatterns: false } },
  'a quarter of the groups with patterns, 2 % media': {
    perSecond: 200,
    mix: { answered: 0.02, media: 0.02, hasPatterns: true },
  },
}
type Load = { perSecond: number; mix: Mix }

export async function benchNodes(): Promise<boolean> {
  const postgres = await startPostgres({
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' },
  })
  const platform = await startPlatform()
  const clusters: Measurable[] = []
  try {
    clusters.push(await startCluster(postgres, platform, { size: 1, port: firstPort }))
    clusters.push(await startCluster(postgres, platform, { size: 2, port: firstPort + 1 }))
    clusters.push(await startApart(postgres, platform, firstPort + 3))
    let isGood = true
    // With BENCH_MIX, only the first (0) or the second form (1).
    const only = process.env.BENCH_MIX
    const chosen = Object.entries(mixes).filter((_, index) => only === undefined || Number(only) === index)
    for (const [name, one] of chosen) isGood = (await measure(name, one, clusters, platform, postgres.url)) && isGood
    if (process.env.BENCH_STATEMENTS) await printStatements(postgres.url, clusters)
    return isGood
  } finally {
    for (const cluster of clusters) await cluster.stop()
    await platform.stop()
    await postgres.remove()
  }
}

/** With BENCH_STATEMENTS: what each database spent its time on. */
async function printStatements(url: string, clusters: Measurable[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  for (const cluster of clusters) {
    const { rows } = await client.query(
      `select left(regexp_replace(s.query, '\\s+', ' ', 'g'), 100) as query, s.calls, round(s.total_exec_time) as ms, s.plans, round(s.total_plan_time) as planning
       from pg_stat_statements s join pg_database d on d.oid = s.dbid where d.datname = $1
       order by ${process.env.BENCH_STATEMENTS === 'calls' ? 's.calls' : 's.total_exec_time + s.total_plan_time'} desc limit 40`,
      [new URL(cluster.url).pathname.slice(1)],
    )
    console.table(rows)
    const all = await client.query(
      `select sum(s.calls) as calls, sum(s.calls) filter (where s.query like 'begin%') as transactions, round(sum(s.total_exec_time)) as ms, round(sum(s.total_plan_time)) as planning, sum(s.plans) as plans
       from pg_stat_statements s join pg_database d on d.oid = s.dbid where d.datname = $1`,
      [new URL(cluster.url).pathname.slice(1)],
    )
    console.table(all.rows)
  }
  await client.end()
}

/** So that only the measured rounds are printed. */
async function forgetStatements(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  await client.query('select pg_stat_statements_reset()')
  await client.end()
}

/**
 * Two services with a database each, which share nothing but the machine. What they cost more than one node is what two processes
 * cost on this machine, however they are written.
 */
async function startApart(postgres: PostgresServer, platform: Platform, port: number): Promise<Measurable> {
  const first = await startCluster(postgres, platform, { size: 1, port })
  const second = await startCluster(postgres, platform, { size: 1, port: port + 1 })
  return {
    url: first.url,
    nodes: [...first.nodes, ...second.nodes],
    pids: [...new Set([...first.pids, ...second.pids])],
    async stop() {
      await first.stop()
      await second.stop()
    },
  }
}

type Measurable = Pick<Cluster, 'url' | 'nodes' | 'pids' | 'stop'>
/** `nodeMicros`: the part of the CPU time that the nodes took. The database took the rest. */
type Measured = Round & Watched & { nodeMicros: number }

async function measure(
  name: string,
  one: Load,
  clusters: Measurable[],
  platform: Platform,
  url: string,
): Promise<boolean> {
  const results: Measured[][] = clusters.map(() => [])
  const most: number[] = []
  for (const cluster of clusters) most.push(await warmUp(cluster, one, platform))
  if (process.env.BENCH_STATEMENTS) await forgetStatements(url)
  for (let round = 0; round < rounds; round++)
    for (const [index, cluster] of clusters.entries()) results[index]?.push(await runRound(cluster, one, platform))
  const [mostOne = 0, mostTwo = 0, mostApart = 0] = most.map(Math.round)
  console.log(
    `\nEvents/s without a pause, ${name}: one node ${mostOne}, two ${mostTwo}, two services apart ${mostApart}`,
  )
  return report(`${name}: ${one.perSecond} events/s`, one.perSecond, results)
}

/**
 * The profiles of everyone who writes for the first time are looked up. Then every node gets as much to do as it can, because a
 * service that has run for days has compiled its code, and a node with half of the load would need twice as long for that. Returns
 * how many events per second that were.
 */
async function warmUp(cluster: Measurable, one: Load, platform: Platform): Promise<number> {
  await runRound(cluster, one, platform)
  await untilIdle(cluster.url)
  const { nodes } = cluster
  const requests = makeMixedRequests(mostPerSecond * seconds * nodes.length, one.mix, platform)
  const port = nodes.map((node) => node.port)
  const round = await load(
    { port, pids: [], requests, next: -1 },
    {
      connections: mostConnections,
      seconds: seconds * nodes.length,
    },
  )
  await untilIdle(cluster.url)
  return round.perSecond
}

async function runRound(
  { url, nodes, pids }: Measurable,
  { perSecond, mix }: Load,
  platform: Platform,
): Promise<Measured> {
  const watch = await watchDatabase(url)
  const requests = makeMixedRequests(perSecond * seconds * 2, mix, platform)
  const connections = Math.round((perSecond * everyMs) / 1000)
  const target = { port: nodes.map(({ port }) => port), pids, requests, next: -1 }
  const nodeCpu = startCpuMeter(nodes.map(({ pid }) => pid))
  const round = await load(target, { connections, seconds, everyMs })
  const nodeMicros = nodeCpu() / round.requests
  const watched = await watch.stop()
  // Replies and media that are still waiting belong to this round, not to the next one of the other cluster.
  await pause(1_000)
  return { ...round, ...watched, nodeMicros }
}

function report(name: string, perSecond: number, [one = [], two = [], apart = []]: Measured[][]): boolean {
  const row = (what: string, list: Measured[]) => ({
    what,
    'events/s': Math.round(median(list.map((round) => round.perSecond))),
    'p50 ms': Number(median(list.map(({ p50Ms }) => p50Ms)).toFixed(1)),
    'p99 ms': Number(median(list.map(({ p99Ms }) => p99Ms)).toFixed(1)),
    deadlocks: sum(list.map(({ deadlocks }) => deadlocks)),
    'lock waits %': Number((100 * median(list.map(({ lockShare }) => lockShare))).toFixed(1)),
    'lock time %': Number((100 * median(list.map(({ lockTimeShare }) => lockTimeShare))).toFixed(1)),
    expired: sum(list.map(({ expired }) => expired)),
    'node µs/op': Math.round(median(list.map(({ nodeMicros }) => nodeMicros))),
    'statements/op': Number(median(list.map(({ statements, requests }) => statements / requests)).toFixed(1)),
    ...cpuColumns(list, one),
  })
  console.log(`\nTwo nodes and one, ${name}, ${rounds} interleaved rounds, medians`)
  console.table([row('one node', one), row('two nodes', two), row('two services apart', apart)])
  console.log(`      CPU on two nodes, times that on two services apart: ${cpuRatio(two, apart).toFixed(2)}`)
  for (const [query, count] of mostWaiting(two)) console.log(`      waited ${count} times: ${query}`)
  const reached = median(two.map((round) => round.perSecond)) / perSecond
  return [
    verdict(
      'p99 of two nodes, times that of one',
      medianRatio(two, one, ({ p99Ms }) => p99Ms),
      bounds.p99,
      'most',
    ),
    verdict('CPU of an event on two nodes, times that on one', cpuRatio(two, one), bounds.cpu, 'most'),
    verdict('deadlocks of two nodes', sum(two.map(({ deadlocks }) => deadlocks)), bounds.deadlocks, 'most'),
    verdict('statements that wait for a lock', median(two.map(({ lockShare }) => lockShare)), bounds.lockShare, 'most'),
    verdict(
      'statement time spent waiting for locks',
      median(two.map(({ lockTimeShare }) => lockTimeShare)),
      bounds.lockShare,
      'most',
    ),
    verdict('answers of two nodes that were too late', sum(two.map(({ expired }) => expired)), bounds.expired, 'most'),
    verdict('share of the load that was handled', reached, bounds.reached, 'least'),
  ].every(Boolean)
}

/** The statements that were seen waiting for a lock most often. */
function mostWaiting(rounds: Measured[]): [query: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { waits } of rounds)
    for (const [query, count] of waits) counts.set(query, (counts.get(query) ?? 0) + count)
  return [...counts].sort(([, one], [, other]) => other - one).slice(0, 5)
}

function sum(values: number[]): number {
  return values.reduce((total, one) => total + one, 0)
}
