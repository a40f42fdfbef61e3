import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
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
import { unprivileged } from '../../scripts/postgres/premises.ts'
import { type PostgresServer, startPostgres } from '../../scripts/postgres.ts'
import { fillPostgres, fillSqlite, type Rows } from './rows.ts'

// Stores with very many messages over two years. They are written by the engine itself, because no door of ours is made for ten
// million messages in some minutes, and kept below the temporary folder for the next run.

export type House = { name: string; channels: number; messages: number; isIndexed: boolean }

export const owner = 'U-owner'
const days = 730
const dayMs = 86_400_000
const defaults = { timezone: 'UTC', claim: 'first' } as const

export function channelIdOf(index: number): string {
  return `C-scale-${index + 1}`
}

/** A data folder of the embedded store; the caller's to use and remove. */
export async function openEmbedded(house: House): Promise<string> {
  const kept = keptFolder(`sqlite-${nameOf(house)}`)
  if (!existsSync(kept)) {
    const making = `${kept}-making`
    rmSync(making, { recursive: true, force: true })
    await telling(`${house.name} for SQLite`, async () => {
      const rows = await furnish(await openServiceStore({ dataDir: making, defaults }), house)
      const connection = openConnection(databasePath(making))
      for (const one of rows) fillSqlite(connection, one)
      connection.close()
      await finish(await openServiceStore({ dataDir: making, defaults }), house)
    })
    renameSync(making, kept)
  }
  const used = `${kept}-in-use`
  rmSync(used, { recursive: true, force: true })
  copy(kept, used)
  return used
}

/** A server with a database for each house; the caller's to remove. */
export async function openServer(houses: House[]): Promise<{ server: PostgresServer; urlOf(house: House): string }> {
  const kept = keptFolder(`postgres-${houses.map(nameOf).join('-')}`)
  const urlOf = (server: PostgresServer, { name }: House) =>
    Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  if (!existsSync(kept)) {
    const server = await startPostgres({ settings: { max_wal_size: '8GB', maintenance_work_mem: '256MB' } })
    try {
      for (const house of houses) {
        await telling(`${house.name} for PostgreSQL`, async () => {
          await run(server.url, `create database ${house.name} template template0`)
          await fill(urlOf(server, house), house)
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
  return { server, urlOf: (house) => urlOf(server, house) }
}

async function fill(url: string, house: House): Promise<void> {
  // Begun two years ago: so there is a partition for each month since.
  await prepareDatabase({ url }, Date.now() - days * dayMs)
  const open = () => openCommandStore({ url, defaults, pool: 6 })
  const rows = await furnish(await open(), house)
  for (const one of rows) await fillPostgres(url, one)
  await finish(await open(), house)
  await run(url, 'vacuum analyze')
}

/** Channels with an owner who subscribes; answers what is to be said in each. */
async function furnish(store: Store, { channels, messages, isIndexed }: House): Promise<Rows[]> {
  const from = Date.now() - days * dayMs
  const count = Math.floor(messages / channels)
  const rows: Rows[] = []
  for (let index = 0; index < channels; index++) {
    await seedChannel(store, channelIdOf(index), { owner, subscribers: [owner] }, from)
    rows.push({ channelId: channelIdOf(index), from, stepMs: Math.floor((days * dayMs) / count), count, isIndexed })
  }
  await store.close()
  return rows
}

/** Takes everything into the search index where that is wanted, which takes longest. */
async function finish(store: Store, { isIndexed }: House): Promise<void> {
  while (isIndexed && (await store.write<'index-messages'>({ kind: 'index-messages', limit: 2_000 })).more);
  await store.close()
}

function keptFolder(name: string): string {
  const parent = join(tmpdir(), `innkeeper-bench-${process.getuid?.() ?? 0}`)
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  const { uid, gid } = unprivileged
  if (uid !== undefined && gid !== undefined) chownSync(parent, uid, gid)
  return join(parent, name)
}

const nameOf = ({ name, channels, messages, isIndexed }: House) =>
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

async function telling(what: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  await work()
  console.log(`Made ${what} in ${Math.round((performance.now() - started) / 1000)} s`)
}
