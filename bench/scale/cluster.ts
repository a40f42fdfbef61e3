import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { openBucket, type TestBucket } from '../../packages/server/test/support/process/s3.ts'
import { createDatabase, type PostgresServer } from '../../scripts/postgres.ts'
import type { Platform } from '../servers/platform.ts'
import { innkeeperUnder, root, type Server, startServer } from '../servers/process.ts'
import { environmentFor } from '../traffic/deliveries.ts'
import { setUpMixedGroups } from '../traffic/mixed-groups.ts'
import { pidOf } from './stores.ts'

/** Nodes on one database, with groups. */
export type Cluster = {
  url: string
  bucket: TestBucket
  nodes: Server[]
  /** Of the nodes and the database server. */
  pids: number[]
  /** Starts a node again that has ended. */
  restart(index: number): Promise<void>
  stop(): Promise<void>
}

export type ClusterOptions = {
  size: number
  /** Of the first node. The others follow. */
  port: number
  /** Another address of the database, if it has several hosts. */
  url?: string
  /** How many groups. Defaults to 40. */
  groups?: number
  /** Further settings of a node. */
  settingsOf?(index: number): Record<string, string>
}

export async function startCluster(
  postgres: PostgresServer,
  platform: Platform,
  { size, port, url: givenUrl, groups, settingsOf = () => ({}) }: ClusterOptions,
): Promise<Cluster> {
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  const url = givenUrl ?? (await createDatabase(postgres)).url
  const bucket = await openBucket()
  const environment = {
    ...environmentFor(platform),
    ...bucket.env,
    INNKEEPER_DATABASE_URL: url,
    INNKEEPER_RATE_LIMIT: '1000000',
  }
  const folders = Array.from({ length: size }, () => mkdtempSync(join(root, 'bench/results/scale-nodes-')))
  const start = (index: number) => {
    const settings = { ...environment, INNKEEPER_NODE: `node-${index + 1}`, ...settingsOf(index) }
    return startServer([`${root}innkeeper`, 'serve', '--data', folders[index] ?? ''], port + index, settings)
  }
  const nodes: Server[] = []
  for (let index = 0; index < size; index++) nodes.push(await start(index))
  const command = (...words: string[]) => innkeeperUnder(environment, ...words, '--data', folders[0] ?? '')
  await setUpMixedGroups(port, command, groups)
  return {
    url,
    bucket,
    nodes,
    pids: [...nodes.map(({ pid }) => pid), pidOf(postgres)],
    async restart(index) {
      nodes[index] = await start(index)
    },
    async stop() {
      for (const node of nodes) await node.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until no job is left. */
export async function untilIdle(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const query = 'select from jobs where buried_at is null limit 1'
  while ((await client.query(query)).rowCount !== 0) await pause(100)
  await client.end()
}
