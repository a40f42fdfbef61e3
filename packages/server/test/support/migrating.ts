import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { openTestDatabase, type TestDatabase } from '../../../../scripts/postgres.ts'
import { reuseWritingThreads } from '../../src/adapters/sql/writing-threads.ts'
import { startService } from '../../src/app/start-service.ts'
import { readConfig } from '../../src/config/config.ts'
import { digestOf } from './content/channel-digest.ts'
import { searchAll, searchPage } from './content/search.ts'
import { type Caller, createCaller } from './http/caller.ts'
import { createKey, innkeeper, newFolder } from './process/process.ts'

reuseWritingThreads()

/** A group with its owner, who has a key that is migrated too. */
export type MigrationSetup = { channelId: string; ownerId: string; key: string }

/** Sample chats in a new data folder. */
export async function seedFolder({ channels = 2, messages = 240, media = 4 } = {}): Promise<{
  dataDir: string
  chats: MigrationSetup[]
}> {
  const dataDir = newFolder()
  const words = `--channels ${channels} --messages ${messages} --media ${media} --seed moving --json`
  const { code, stdout, stderr } = await innkeeper(['seed', ...words.split(' '), '--data', dataDir])
  assert.equal(code, 0, stderr)
  const households: MigrationSetup[] = []
  for (const { channelId, ownerId } of JSON.parse(stdout).channels) {
    households.push({ channelId, ownerId, key: (await createKey(dataDir, ownerId)).key })
  }
  return { dataDir, chats: households }
}

/** When a group was first read. A page shows today's messages, so later reads use the same day. */
const seenAt = new WeakMap<MigrationSetup, number>()

/** Everything the owners see in a service with these settings. Starts and stops it. */
export async function viewOf(
  env: Record<string, string>,
  households: MigrationSetup[],
): Promise<Record<string, Record<string, unknown>>> {
  // URLs in answers must not depend on the port.
  const settings = { PORT: '0', INNKEEPER_LOG: 'silent', INNKEEPER_BASE_URL: 'https://inn.example', ...env }
  let now = Date.now()
  for (const one of households) now = seenAt.get(one) ?? now
  for (const one of households) seenAt.set(one, now)
  const service = await startService(readConfig(settings), { clock: () => now })
  try {
    const views: Record<string, Record<string, unknown>> = {}
    for (const { channelId, key } of households) {
      const owner = createCaller(service.url, `Bearer ${key}`)
      views[channelId] = { ...(await digestOf(owner, channelId)), ...(await contentsOf(owner, channelId)) }
    }
    return views
  } finally {
    await service.stop()
  }
}

async function contentsOf(owner: Caller, channelId: string): Promise<Record<string, unknown>> {
  const backup = `/api/channels/${channelId}/backup`
  const messages: unknown[] = []
  for (let cursor = ''; ; ) {
    const { status, text, body } = await owner.get(`${backup}/messages?limit=100${cursor}`)
    assert.equal(status, 200, text)
    messages.push(...body.messages)
    if (body.nextCursor === null) break
    cursor = `&cursor=${body.nextCursor}`
  }
  const media = (await owner.get(`${backup}/media?limit=100`)).body.items
  const files: string[] = []
  for (const { id } of media) files.push(`${id} ${hashOf((await owner.get(`${backup}/media/${id}`)).bytes)}`)
  await untilIndexed(owner, channelId)
  return { messages, media, files, found: await searchAll(owner, channelId, { q: 'an' }) }
}

/** After a migration or a restore, the index is rebuilt in the background. */
async function untilIndexed(owner: Caller, channelId: string): Promise<void> {
  for (const latest = Date.now() + 60_000; Date.now() < latest; ) {
    if ((await searchPage(owner, channelId, { q: 'an' })).isComplete) return
    await pause(100)
  }
  throw new Error('the index was not built')
}

/** An empty database that is dropped after the work. */
export async function withDatabase<T>(work: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = await openTestDatabase()
  try {
    return await work(database)
  } finally {
    await database.drop()
  }
}

/** Runs statements directly on the database. */
export async function byHand(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const text of statements) rows = (await client.query(text)).rows
    return rows
  } finally {
    await client.end()
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
