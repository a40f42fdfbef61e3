import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { prepareDatabase } from '../../packages/server/src/adapters/postgres/open-database.ts'
import { openCommandStore } from '../../packages/server/src/adapters/postgres/open-store.ts'
import { openConnection } from '../../packages/server/src/adapters/sqlite/connection.ts'
import { openServiceStore } from '../../packages/server/src/adapters/sqlite/open-store.ts'
import { databasePath } from '../../packages/server/src/domain/storage/data-folder.ts'
import type { Store } from '../../packages/server/src/ports/store.ts'
import { seedChannel } from '../../packages/server/test/store/seed-channel.ts'
import { unprivileged } from '../../scripts/postgres/server-folders.ts'
import { type PostgresServer, startPostgres } from '../../scripts/postgres.ts'
import { fillPostgres, fillSqlite, type Rows } from './rows.ts'

// Stores with millions of messages over two years. They are filled with SQL, because no API of ours imports ten million messages in
// a few minutes, and kept below the temporary folder for the next run.

/** `span`: when the messages were sent, if not in the last two years. */
export type SeededStore = {
  name: string
  channels: number
  messages: number
  isIndexed: boolean
  span?: { from: number; days: number }
}

export const owner = 'U-owner'
const days = 730
const dayMs = 86_400_000
const defaults = { timezone: 'UTC', claim: 'first' } as const

export function channelIdOf(index: number): string {
  return `C-scale-${index + 1}`
}

/** A copy of the embedded store's data folder. The caller removes it. */
export async function openEmbedded(seeded: SeededStore): Promise<string> {
  const kept = keptFolder(`sqlite-${nameOf(seeded)}`)
  if (!existsSync(kept)) {
    const making = `${kept}-making`
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { recursive: true, mode: 0o700 })
    await timed(`${seeded.name} for SQLite`, async () => {
      const rows = await createChannels(await openServiceStore({ dataDir: making, defaults }), seeded)
      const connection = openConnection(databasePath(making))
      for (const one of rows) fillSqlite(connection, one)
      connection.close()
      await finish(await openServiceStore({ dataDir: making, defaults }), seeded)
    })
    renameSync(making, kept)
  }
  const used = `${kept}-in-use`
  rmSync(used, { recursive: true, force: true })
  copy(kept, used)
  return used
}

/** A server with one database per store. The caller removes it. */
export async function openServer(
  stores: SeededStore[],
): Promise<{ server: PostgresServer; urlOf(seeded: SeededStore): string }> {
  const kept = keptFolder(`postgres-${stores.map(nameOf).join('-')}`)
  const urlOf = (server: PostgresServer, { name }: SeededStore) =>
    Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  if (!existsSync(kept)) {
    const server = await startPostgres({ settings: { max_wal_size: '8GB', maintenance_work_mem: '256MB' } })
    try {
      for (const seeded of stores) {
        await timed(`${seeded.name} for PostgreSQL`, async () => {
          await run(server.url, `create database ${seeded.name} template template0`)
          await fill(urlOf(server, seeded), seeded)
        })
      }
      await server.stop()
      copy(server.dataDir, `${kept}-making`)
      renameSync(`${kept}-making`, kept)
    } finally {
      await server.remove()
    }
  }
  const server = await startPostgres({ copyOf: kept, settings: { max_wal_size: '8GB', shared_buffers: '1GB' } })
  return { server, urlOf: (seeded) => urlOf(server, seeded) }
}

async function fill(url: string, seeded: SeededStore): Promise<void> {
  // As if begun two years ago, so that there is a partition for each month since then.
  await prepareDatabase({ url }, Date.now() - days * dayMs)
  const open = () => openCommandStore({ url, defaults, pool: 6 })
  const rows = await createChannels(await open(), seeded)
  for (const one of rows) await fillPostgres(url, one)
  await finish(await open(), seeded)
  await run(url, 'vacuum analyze')
}

/** Creates channels with an owner who subscribes, and returns the messages to insert into each. */
async function createChannels(
  store: Store,
  { channels, messages, isIndexed, span = { from: Date.now() - days * dayMs, days } }: SeededStore,
): Promise<Rows[]> {
  const { from } = span
  const count = Math.floor(messages / channels)
  const rows: Rows[] = []
  for (let index = 0; index < channels; index++) {
    await seedChannel(store, channelIdOf(index), { owner, subscribers: [owner] }, from)
    rows.push({
      channelId: channelIdOf(index),
      from,
      stepMs: Math.floor((span.days * dayMs) / count),
      count,
      isIndexed,
    })
  }
  await store.close()
  return rows
}

/** Adds everything to the search index if wanted, which takes longest. */
async function finish(store: Store, { isIndexed }: SeededStore): Promise<void> {
  while (isIndexed && (await store.write<'index-messages'>({ kind: 'index-messages', limit: 2_000 })).more);
  await store.close()
}

/** The database server's main process; its children are the connections. */
export function pidOf({ dataDir }: PostgresServer): number {
  return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
}

function keptFolder(name: string): string {
  const parent = join(tmpdir(), `innkeeper-bench-${process.getuid?.() ?? 0}`)
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  const { uid, gid } = unprivileged
  if (uid !== undefined && gid !== undefined) chownSync(parent, uid, gid)
  return join(parent, name)
}

const nameOf = ({ name, channels, messages, isIndexed }: SeededStore) =>
  `${name}-${channels}x${messages}${isIndexed ? '-i' : ''}`

function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  const { status, stderr } = spawnSync('cp', ['-R', '-p', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Could not copy ${from}: ${stderr}`)
}

async function run(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  await work()
  console.log(`Created ${what} in ${Math.round((performance.now() - started) / 1000)} s`)
}
