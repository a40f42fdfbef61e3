import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabase, startPostgres } from '../scripts/postgres.ts'
import { createStealMeter } from '../scripts/steal-meter.ts'
import type { AttackReport } from './fairness/attacker.ts'
import { makeHostileChannels } from './fairness/hostile-channels.ts'
import { addTallies, chosenAttacks, type HostileTenant, openHostileTenant } from './fairness/hostile-tenant.ts'
import { hangingPort } from './fairness/long-work.ts'
import { type Samples, watchMemory } from './fairness/measure.ts'
import { startModel } from './fairness/model.ts'
import { makeOrdinaryGroups } from './fairness/ordinary-groups.ts'
import { type OrdinaryTraffic, openOrdinaryTraffic } from './fairness/ordinary-traffic.ts'
import { compare, listHarmless, printComparison, printEach, printTally } from './fairness/table.ts'
import { startCpuMeter } from './measuring/cpu-time.ts'
import { verdict } from './measuring/figures.ts'
import { startPlatform } from './servers/platform.ts'
import { innkeeperUnder, root, startServer } from './servers/process.ts'
import { environmentFor } from './traffic/deliveries.ts'
import { untilIndexed, untilIndexedOn } from './traffic/indexed.ts'

// One hostile tenant next to fifty ordinary groups, on both engines. The groups do the same all the time. In every other round,
// the hostile tenant uses every expensive feature as fast as it is allowed. The groups' latencies in these rounds are compared
// with the quiet ones. Short form: BENCH_FAIRNESS_SECONDS=20 BENCH_ROUNDS=2 BENCH_FAIRNESS_HISTORY=5000, and
// BENCH_FAIRNESS_DISTURBED=2 on a machine that others use.

/** All quiet rounds take this long, and so do all hostile rounds, for each engine. For a long run: BENCH_FAIRNESS_SECONDS=600. */
const seconds = Number(process.env.BENCH_FAIRNESS_SECONDS ?? 60)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const roundSeconds = seconds / rounds
/** Above this, the service's unit file makes the system reclaim memory from it. */
const mostMemoryMib = 1024
/** A replay whose caller is gone ends by itself after 30 seconds. */
const mostSettlingSeconds = 60
/** The most CPU time, as a share, that the host can take in a round that counts. After `mostDisturbed` rounds, all count. */
const mostStolen = 0.1
const mostDisturbed = Number(process.env.BENCH_FAIRNESS_DISTURBED ?? 20)
const engines = ['SQLite', 'PostgreSQL'] as const
const ports = { SQLite: 18_110, PostgreSQL: 18_111 }

type Engine = (typeof engines)[number]
type Results = {
  names: string[]
  quiet: Samples[]
  hostile: Samples[]
  reports: AttackReport[]
  peakMib: number
  serviceLoad: number
}

export async function benchFairness(): Promise<boolean> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const plans = chosenAttacks()
  const wanted = process.env.BENCH_FAIRNESS_ENGINE?.split(',') ?? [...engines]
  const unknown = wanted.filter((name) => !engines.some((engine) => engine === name))
  if (unknown.length > 0)
    throw new Error(`BENCH_FAIRNESS_ENGINE: unknown engine ${unknown.join(', ')}. Choose from ${engines.join(', ')}.`)
  let isGood = true
  for (const engine of engines.filter((one) => wanted.includes(one))) {
    const all = engine === 'SQLite' ? await measure(engine, plans, {}) : await measureOnServer(plans)
    for (const results of all) isGood = report(engine, results) && isGood
    if (plans.length > 1) {
      const each = all.map(({ names, quiet, hostile }) => ({ name: names.join(), rows: compare(quiet, hostile) }))
      printEach(engine, each)
    }
  }
  return isGood
}

async function measureOnServer(plans: string[][]): Promise<Results[]> {
  const postgres = await startPostgres()
  try {
    const { url } = await createDatabase(postgres)
    return await measure('PostgreSQL', plans, { INNKEEPER_DATABASE_URL: url })
  } finally {
    await postgres.remove()
  }
}

async function measure(engine: Engine, plans: string[][], store: Record<string, string>): Promise<Results[]> {
  const data = mkdtempSync(join(root, 'bench/results/fairness-'))
  const port = ports[engine]
  const platform = await startPlatform()
  const model = await startModel()
  const allowed = { INNKEEPER_WEBHOOK_ALLOW: `127.0.0.1:${hangingPort}` }
  const environment = { ...environmentFor(platform), ...model.environment, ...allowed, ...store }
  const service = await startServer([`${root}innkeeper`, 'serve', '--data', data], port, environment)
  try {
    const started = performance.now()
    const createKey = (userId: string) => {
      const words = ['keys', 'create', '--user', userId, '--json', '--data', data]
      return (JSON.parse(innkeeperUnder(environment, ...words)) as { key: string }).key
    }
    const groups = await makeOrdinaryGroups(port, platform, createKey)
    // Filling them takes longer than everything else.
    const doomed = plans.flat().includes('large') ? rounds : 0
    const channels = await makeHostileChannels(port, platform, createKey, doomed)
    const { INNKEEPER_DATABASE_URL: url } = store
    await (url === undefined ? untilIndexed(data) : untilIndexedOn(url))
    console.log(`\nCreated all groups on ${engine} in ${Math.round((performance.now() - started) / 1000)} s`)
    const traffic = openOrdinaryTraffic(port, groups, platform)
    const hostile = openHostileTenant(port, channels)
    try {
      const all: Results[] = []
      // The first round is a warm-up.
      await traffic.run(Math.min(5, roundSeconds))
      for (const names of plans) all.push(await alternate(service.pid, names, traffic, hostile))
      return all
    } finally {
      hostile.close()
      traffic.close()
    }
  } finally {
    await service.stop()
    await model.stop()
    await platform.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

async function alternate(
  pid: number,
  names: string[],
  traffic: OrdinaryTraffic,
  hostile: HostileTenant,
): Promise<Results> {
  const results: Results = { names, quiet: [], hostile: [], reports: [], peakMib: 0, serviceLoad: 0 }
  const memory = watchMemory(pid)
  const stolen = createStealMeter()
  for (let round = 0, disturbed = 0; round < rounds; ) {
    const quiet = await traffic.run(roundSeconds)
    const cpu = startCpuMeter([pid])
    hostile.start(names)
    const ordinary = traffic.run(roundSeconds)
    await pause(roundSeconds * 1000)
    const load = cpu() / 1e6 / seconds
    // The attack ends with the round. Requests that are not answered yet are still waited for.
    const attackReport = await hostile.stop()
    const attacked = await ordinary
    const share = stolen()
    const settled = await traffic.settle(mostSettlingSeconds)
    const attack = names.length === 1 ? ` of ${names.join()}` : ''
    const steal = `the host took ${Math.round(share * 100)} % of the processors`
    if (share > mostStolen && disturbed++ < mostDisturbed) {
      console.log(`A round${attack} does not count, because ${steal}`)
      continue
    }
    results.quiet.push(quiet)
    results.hostile.push(attacked)
    results.reports.push(attackReport)
    results.serviceLoad += load
    round++
    console.log(
      `Round ${round}/${rounds}${attack}: ${steal}; questions are answered at once again after ${settled.toFixed(1)} s`,
    )
  }
  results.peakMib = memory.stop()
  return results
}

function report(engine: Engine, { names, quiet, hostile, reports, peakMib, serviceLoad }: Results): boolean {
  const rows = compare(quiet, hostile)
  const tally = addTallies(reports.map((one) => one.tally))
  printComparison(engine, rows)
  printTally(engine, tally)
  const attackerLoad = reports.reduce((sum, one) => sum + one.processorSeconds, 0) / seconds
  console.log(
    `Processors in use during the attack: ${serviceLoad.toFixed(2)} by the service, ${attackerLoad.toFixed(2)} by the hostile tenant, ` +
      `which had ${reports.at(-1)?.keys ?? 0} keys.`,
  )
  const harmless = listHarmless(names, tally)
  if (harmless.length > 0) console.log(`FAIL  no request was accepted, so nothing was tested: ${harmless.join(', ')}`)
  // Apart from the rest: a webhook that is too late is delivered again, and everything else waits for it.
  const webhooks = rows.filter(({ measure }) => measure === 'webhook')
  const areWebhooksGood = webhooks.every(({ hostile, quiet, limitMs }) => {
    const isFast = verdict(`ms p99 of the groups' webhooks on ${engine}`, hostile.p99, limitMs, 'most')
    return (
      verdict(`webhooks of the groups that failed on ${engine}`, hostile.failed + quiet.failed, 0, 'most') && isFast
    )
  })
  const isSmall = verdict(`MiB of memory at most on ${engine}`, peakMib, mostMemoryMib, 'most')
  const tooSlow = rows.filter(({ measure, isGood }) => measure !== 'webhook' && !isGood).map(({ measure }) => measure)
  const isRestGood = tooSlow.length === 0
  console.log(
    `${isRestGood ? 'good' : 'FAIL'}  everything else of the groups on ${engine}${tooSlow.map((one) => `, ${one}`).join('')}`,
  )
  return areWebhooksGood && isRestGood && harmless.length === 0 && isSmall
}
