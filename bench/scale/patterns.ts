import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../scripts/postgres.ts'
import { note, verdict } from '../measuring/figures.ts'
import { load, roundSeconds, rounds } from '../measuring/load.ts'
import { type Platform, startPlatform } from '../servers/platform.ts'
import { type Mix, makeMixedRequests } from '../traffic/mixed-groups.ts'
import { type Cluster, startCluster, untilIdle } from './cluster.ts'
import { watchDatabase } from './watch-database.ts'

// 400 groups, of which 100 match by pattern, at 450 events a second on two nodes. Matching may fall behind, but not silently: either
// hardly any answer is too late, or `/ready` has warned. Short form: BENCH_ROUNDS=2.

const perSecond = 450
const mix: Mix = { answered: 0.02, media: 0, hasPatterns: true, groups: 400 }
const seconds = 3 * roundSeconds
const everyMs = 100
const firstPort = 18_120
/** Share of the answers that can be too late without a warning. */
const mostExpired = 0.01

export async function benchPatterns(): Promise<boolean> {
  const postgres = await startPostgres({ settings: { shared_preload_libraries: 'pg_stat_statements' } })
  const platform = await startPlatform()
  let cluster: Cluster | undefined
  try {
    cluster = await startCluster(postgres, platform, { size: 2, port: firstPort, groups: mix.groups ?? 0 })
    await untilIdle(cluster.url)
    return await measure(cluster, platform)
  } finally {
    await cluster?.stop()
    await platform.stop()
    await postgres.remove()
  }
}

/** The rounds follow each other without a pause. Requests are made before each, because they say when they were sent. */
async function measure({ url, nodes, pids }: Cluster, platform: Platform): Promise<boolean> {
  const watch = await watchDatabase(url)
  const warnings = watchWarnings(nodes.map(({ port }) => port))
  let sent = 0
  let slowestMs = 0
  for (let round = 0; round < rounds; round++) {
    const requests = makeMixedRequests(perSecond * seconds * 2, mix, platform)
    const connections = Math.round((perSecond * everyMs) / 1000)
    const target = { port: nodes.map(({ port }) => port), pids, requests, next: -1 }
    const { requests: count, p99Ms } = await load(target, { connections, seconds, everyMs })
    sent += count
    slowestMs = Math.max(slowestMs, p99Ms)
  }
  await untilIdle(url)
  const seen = await warnings.stop()
  const { expired, deadlocks } = await watch.stop()
  const answers = Math.round(sent * mix.answered)
  console.log(`\n400 groups, 100 of them with patterns: ${sent} events, about ${answers} answers, ${expired} too late`)
  for (const warning of seen) console.log(`      /ready: ${warning}`)
  note('slowest p99 in milliseconds', slowestMs)
  const isBounded = expired / Math.max(answers, 1) <= mostExpired
  if (!isBounded) console.log(seen.length > 0 ? 'good  /ready has warned' : 'FAIL  /ready has not warned')
  return verdict('deadlocks', deadlocks, 0, 'most') && (isBounded || seen.length > 0)
}

/** The warnings of all nodes about answers. */
function watchWarnings(ports: number[]): { stop(): Promise<string[]> } {
  const seen = new Set<string>()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      for (const port of ports) {
        const { warnings = [] } = (await (await fetch(`http://127.0.0.1:${port}/ready`)).json()) as {
          warnings?: string[]
        }
        // The numbers in them change all the time.
        for (const one of warnings) if (/answers/i.test(one)) seen.add(one.replace(/\d+/g, '…'))
      }
      await pause(1_000)
    }
  })()
  return {
    async stop() {
      // Nodes look at what waits every few seconds.
      await pause(6_000)
      isOver = true
      await watching
      return [...seen]
    },
  }
}
