import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { sabotaged } from '../../packages/server/test/support/process/sabotage.ts'
import { findWrongClock } from '../../packages/server/test/support/process/wrong-clock.ts'
import { createDatabase, type PostgresServer, promote, startPostgres, startStandby } from '../../scripts/postgres.ts'
import { verdict } from '../measuring/figures.ts'
import { roundOf } from '../measuring/load.ts'
import { type Platform, startPlatform } from '../servers/platform.ts'
import type { Mix } from '../traffic/mixed-groups.ts'
import { type Cluster, type ClusterOptions, startCluster, untilIdle } from './cluster.ts'
import { type Delivered, keepDelivering } from './deliver-again.ts'

// Two nodes under load while something breaks. What was acknowledged must be there once, and three seconds after the fault, the
// healthy nodes answer quickly again. Deliveries that fail are repeated at the other node, as a platform repeats them.
// Short form: BENCH_SECONDS=6, which also leaves three seconds to measure after each fault.

/** A node that dies while it sends a reply doesn't know whether it was sent, so no one sends it again. */
const bounds = { p99Ms: 2_000, withinMs: 3_000, unansweredShare: 0.02 }
const perSecondAndNode = Number(process.env.BENCH_RATE ?? 100)
const seconds = { before: 3, during: Number(process.env.BENCH_SECONDS ?? 10), after: 4 }
const firstPort = 18_120
const mix: Mix = { answered: 0.05, media: 0.05, hasPatterns: true, hasDifferentPictures: true }
const twoMinutes = 120_000

type Scene = { cluster: Cluster; postgres: PostgresServer; standby?: PostgresServer }

type Fault = {
  /** The nodes that are expected to work. */
  healthy: number[]
  /** Resolves when everything is there again that the healthy nodes need. */
  begin?(scene: Scene): Promise<void>
  end?(scene: Scene): Promise<void>
  settingsOf?: ClusterOptions['settingsOf']
  hasStandby?: true
}

const killed: Fault = {
  healthy: [0],
  begin: async ({ cluster }) => void process.kill(cluster.nodes[1]?.pid ?? 0, 'SIGKILL'),
  end: ({ cluster }) => cluster.restart(1),
}

const faults: Record<string, Fault> = {
  'a node is frozen': {
    healthy: [0],
    begin: async ({ cluster }) => void process.kill(cluster.nodes[1]?.pid ?? 0, 'SIGSTOP'),
    end: async ({ cluster }) => void process.kill(cluster.nodes[1]?.pid ?? 0, 'SIGCONT'),
  },
  'a node is killed': killed,
  'the database is stopped and started': {
    healthy: [0, 1],
    async begin({ postgres }) {
      await postgres.stop()
      await pause(3_000)
      await postgres.start()
    },
  },
  'the database is restarted immediately': {
    healthy: [0, 1],
    async begin({ postgres }) {
      await postgres.kill()
      await postgres.start()
    },
  },
  'the primary dies and its standby is promoted': {
    healthy: [0, 1],
    hasStandby: true,
    async begin({ postgres, standby }) {
      await postgres.kill()
      if (standby) await promote(standby)
    },
  },
  'the bucket is away': {
    healthy: [0, 1],
    begin: async ({ cluster }) => cluster.bucket.goDown(),
    end: async ({ cluster }) => cluster.bucket.comeUp(),
  },
  'a clock is two minutes ahead': { healthy: [0, 1], settingsOf: (index) => skewed(index, twoMinutes) },
  'a clock is two minutes behind': { healthy: [0, 1], settingsOf: (index) => skewed(index, -twoMinutes) },
}

function skewed(index: number, aheadMs: number): Record<string, string> {
  return index === 1 ? wrongClock.aheadBy(aheadMs) : {}
}

const wrongClock = findWrongClock({ mayFakeTime: true })

/** Nodes that acknowledge what they haven't stored yet. If that goes unnoticed, the other figures mean nothing. */
const control: Fault = {
  ...killed,
  settingsOf: () => sabotaged('acknowledge-early:300'),
}

/** BENCH_FAULT chooses those whose names contain it. */
export async function benchFaults(): Promise<boolean> {
  const chosen = Object.entries(faults).filter(([name]) => name.includes(process.env.BENCH_FAULT ?? ''))
  const rows: Row[] = []
  for (const [name, fault] of chosen) {
    const startedAt = performance.now()
    const row = await measure(name, fault)
    rows.push(row)
    const tookSeconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(`${name}: ${row.acknowledged} acknowledged, ${row.lost} lost, ${row.doubled} doubled, ${tookSeconds} s`)
  }
  console.log(`\nTwo nodes with ${perSecondAndNode} events/s each while something breaks`)
  console.table(rows)
  console.log(`      Wrong clocks come from ${wrongClock.name}`)
  const { lost } = await measure('control: acknowledged too early', control)
  const worst = Math.max(...rows.map((row) => row['p99 ms, healthy']))
  const unanswered = Math.max(...rows.map((row) => row.unanswered / Math.max(1, row.asked)))
  return [
    verdict('events that were acknowledged and are lost', sum(rows, 'lost'), 0, 'most'),
    verdict('messages that are there twice', sum(rows, 'doubled'), 0, 'most'),
    verdict('pictures without a file', sum(rows, 'without a file'), 0, 'most'),
    verdict('questions that were answered twice', sum(rows, 'answered twice'), 0, 'most'),
    verdict('share of the questions that no one answered, the worst', unanswered, bounds.unansweredShare, 'most'),
    verdict('control: events lost by nodes that acknowledge before they commit', lost, 1, 'least'),
    verdict('p99 ms of healthy nodes from 3 s after a fault on, the worst', worst, bounds.p99Ms, 'most'),
  ].every(Boolean)
}

type Row = {
  fault: string
  acknowledged: number
  repeated: number
  lost: number
  doubled: number
  'without a file': number
  asked: number
  unanswered: number
  'answered twice': number
  'p99 ms, healthy': number
}

async function measure(name: string, fault: Fault): Promise<Row> {
  const postgres = await startPostgres({ settings: { wal_keep_size: '1GB' } })
  const platform = await startPlatform()
  const replies = countReplies(platform)
  const scene: Scene = { ...(await openScene(postgres, platform, fault)), postgres }
  const { cluster } = scene
  try {
    const traffic = keepDelivering(cluster, { perSecondAndNode, mix, platform })
    await pause(seconds.before * 1000)
    await fault.begin?.(scene)
    const workingAt = performance.now()
    await pause(seconds.during * 1000)
    const endedAt = performance.now()
    await fault.end?.(scene)
    await pause(seconds.after * 1000)
    const delivered = await traffic.stop()
    const url = scene.standby ? withoutOtherHosts(scene) : cluster.url
    await untilIdle(url)
    const counts = await compare(url, delivered, cluster.bucket)
    const asked = delivered.filter(({ isAnswered }) => isAnswered)
    const p99 = (from: number, to: number, nodes: number[]) => {
      const tries = delivered.flatMap((one) => one.tries)
      const chosen = tries.filter(
        ({ node, sentAt, isAccepted }) => isAccepted && nodes.includes(node) && sentAt >= from && sentAt < to,
      )
      return Math.round(
        roundOf(
          chosen.map(({ tookMs }) => tookMs),
          1,
          0,
        ).p99Ms,
      )
    }
    return {
      fault: name,
      acknowledged: delivered.length,
      repeated: delivered.filter(({ tries }) => tries.length > 1).length,
      ...counts,
      asked: asked.length,
      unanswered: asked.filter(({ replyToken }) => !replies.has(replyToken)).length,
      'answered twice': [...replies.values()].filter((count) => count > 1).length,
      'p99 ms, healthy': p99(workingAt + bounds.withinMs, endedAt, fault.healthy),
    }
  } finally {
    await cluster.stop()
    await platform.stop()
    await scene.standby?.remove()
    await postgres.remove()
  }
}

async function openScene(postgres: PostgresServer, platform: Platform, fault: Fault) {
  const { settingsOf, hasStandby } = fault
  const options = { size: 2, port: firstPort, ...(settingsOf && { settingsOf }) }
  if (!hasStandby) return { cluster: await startCluster(postgres, platform, options) }
  const { url, name } = await createDatabase(postgres)
  const standby = await startStandby(postgres)
  const hosts = `127.0.0.1:${postgres.port},127.0.0.1:${standby.port}`
  const both = `${url.replace(/@.*/, `@${hosts}/${name}`)}?target_session_attrs=read-write`
  return { cluster: await startCluster(postgres, platform, { ...options, url: both }), standby }
}

function withoutOtherHosts({ cluster, standby }: Scene): string {
  return cluster.url.replace(/@.*\/([^?]*).*/, `@127.0.0.1:${standby?.port}/$1`)
}

function countReplies(platform: Platform): Map<string, number> {
  const replies = new Map<string, number>()
  platform.watchReplies((token) => replies.set(token, (replies.get(token) ?? 0) + 1))
  return replies
}

/** What was acknowledged, with what is stored: messages in the database, and pictures in the bucket as well. */
async function compare(
  url: string,
  delivered: Delivered[],
  bucket: Cluster['bucket'],
): Promise<Pick<Row, 'lost' | 'doubled' | 'without a file'>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select message_id, count(*)::int as times from messages group by message_id')
  const { rows: media } = await client.query("select message_id, sha256 from media where state = 'stored'")
  await client.end()
  const times = new Map(rows.map((row) => [row.message_id as string, row.times as number]))
  const hashes = new Map(media.map((row) => [row.message_id as string, row.sha256 as string]))
  const stored = new Set((await bucket.list()).map((name) => name.split('/').slice(-2).join('')))
  const pictures = delivered.filter(({ isPicture }) => isPicture)
  return {
    lost: delivered.filter(({ messageId }) => !times.has(messageId)).length,
    doubled: [...times.values()].filter((count) => count > 1).length,
    'without a file': pictures.filter(({ messageId }) => !stored.has(hashes.get(messageId) ?? '')).length,
  }
}

function sum(rows: Row[], column: 'lost' | 'doubled' | 'without a file' | 'answered twice'): number {
  return rows.reduce((total, row) => total + row[column], 0)
}
