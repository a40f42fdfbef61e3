import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { migrations } from '../../../src/adapters/sql/migrations.ts'
import { inspectDatabase, openForWriting } from '../../../src/adapters/sqlite/open-database.ts'
import { openCommandStore, openServiceStore } from '../../../src/adapters/sqlite/open-store.ts'
import type { Store } from '../../../src/ports/store.ts'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { newFolder } from '../../support/process/process.ts'
import { seedChannel } from '../seed-channel.ts'
import type { AtOnce } from './open-at-once.ts'

const defaults = { timezone: 'UTC', claim: 'first' } as const
const noon = Date.parse('2026-03-10T12:00:00Z')

test('commits reach the disk: after a write, the journal mode is WAL and synchronous is FULL', async () => {
  const connection = await openForWriting(newFolder())
  await connection.run("insert into facts (name, value) values ('test', 'written')")
  assert.equal(connection.pragma('journal_mode'), 'wal')
  assert.equal(connection.pragma('synchronous'), 2)
  assert.equal(connection.pragma('secure_delete'), 1)
  assert.equal(connection.pragma('foreign_keys'), 1)
  connection.close()
})

test('the SQLite version has the fix for the WAL reset bug', () => {
  const [major = 0, minor = 0, patch = 0] = process.versions.sqlite?.split('.').map(Number) ?? []
  assert.ok(major * 1e6 + minor * 1e3 + patch >= 3_051_003, process.versions.sqlite)
})

test('programs that open a fresh folder at the same moment all succeed and share one database', async () => {
  const dataDirs = Array.from({ length: 10 }, newFolder)
  const atOnce: AtOnce = { dataDirs, threads: 4, barrier: new Int32Array(new SharedArrayBuffer(8)) }
  const workers = Array.from(
    { length: atOnce.threads },
    () => new Worker(new URL('./open-at-once.ts', import.meta.url), { workerData: atOnce }),
  )
  const secrets: string[][] = await Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0]))
  for (const [round, dataDir] of dataDirs.entries()) {
    const met = secrets.map((one) => one[round])
    assert.equal(new Set(met).size, 1, `round ${round}: ${met.join(', ')}`)
    inspectDatabase(dataDir, { thorough: true })
  }
})

test('a start that was interrupted before the schema existed is completed by the next one', async () => {
  const dataDir = newFolder()
  const connection = new DatabaseSync(join(dataDir, 'innkeeper.db'))
  connection.exec('pragma journal_mode = wal')
  connection.close()
  assert.ok(statSync(join(dataDir, 'innkeeper.db')).size > 0)
  const store = await openServiceStore({ dataDir, defaults })
  await store.ping()
  await store.close()
})

test('writes that arrive together share a few commits; sequential writes take one each', async (t) => {
  const dataDir = newFolder()
  const store = await openServiceStore({ dataDir, defaults })
  t.after(() => store.close())
  await seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
  const say = (index: number) =>
    store.write<'receive-events'>({
      kind: 'receive-events',
      platform: 'test',
      unread: [],
      at: noon,
      events: [message('C1', noon + index)],
    })
  const before = countCommits(dataDir)
  await Promise.all(Array.from({ length: 100 }, (_, index) => say(index)))
  // Two small commits that get the thread going, and one for all the rest.
  const shared = countCommits(dataDir) - before
  assert.equal(shared, 3)
  for (let index = 0; index < 10; index++) await say(index)
  assert.equal(countCommits(dataDir) - before - shared, 10)
})

test('an unsent text and its earlier versions are in no file after the service has stopped', async () => {
  const dataDir = newFolder()
  const store = await openServiceStore({ dataDir, defaults })
  await seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
  // Texts of every length, some over several pages, so that rows move between pages as others come and go.
  const ids = Array.from({ length: 600 }, (_, index) => `m${index}`)
  const canary = (id: string, word: string) => `${word}-${id}-${'x'.repeat((Number(id.slice(1)) * 37) % 9000)}`
  const receive = (events: ReturnType<typeof message>[] | ReturnType<typeof edited>[]) =>
    store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
  await receive(
    ids.map((id, index) =>
      message('C1', noon + ((index * 7919) % 600), { id, content: { type: 'text', text: canary(id, 'saidword') } }),
    ),
  )
  await receive(ids.map((id) => edited('C1', noon + 1000, id, canary(id, 'editword'))))
  const kept = new Set(['m3', 'm599'])
  await receive(ids.filter((id) => !kept.has(id)).map((id) => unsent('C1', noon, id)))
  await store.close()
  const text = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('')
  const found = (word: string) => [...text.matchAll(new RegExp(`${word}-(m\\d+)-`, 'g'))].map(([, id]) => id)
  assert.deepEqual(new Set(found('editword')), kept)
  assert.deepEqual(new Set(found('saidword')), kept, 'the version before the edit')
})

test('a clean stop merges the log into the database and leaves a marker file; a start removes the marker', async () => {
  const dataDir = newFolder()
  const marker = join(dataDir, 'clean-stop.json')
  let store = await openServiceStore({ dataDir, defaults })
  assert.equal(existsSync(marker), false)
  await store.close()
  assert.deepEqual(readdirSync(dataDir).sort(), ['clean-stop.json', 'innkeeper.db', 'serve.lock'])
  store = await openServiceStore({ dataDir, defaults })
  assert.equal(existsSync(marker), false)
  await store.close()
})

test('only one service runs on a folder, with commands beside it, and its lock ends with it', async () => {
  const dataDir = newFolder()
  const service = await openServiceStore({ dataDir, defaults })
  await assert.rejects(openServiceStore({ dataDir, defaults }), /Another service is running on .+ Stop it first/)
  const command = await openCommandStore({ dataDir, defaults })
  await command.ping()
  await command.close()
  await service.close()
  const next: Store = await openServiceStore({ dataDir, defaults })
  await next.close()
})

test('a service and a command can write at the same time without losing writes', async () => {
  const dataDir = newFolder()
  const service = await openServiceStore({ dataDir, defaults })
  const command = await openCommandStore({ dataDir, defaults })
  await seedChannel(service, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
  const say = async (store: Store, name: string) => {
    for (let index = 0; index < 30; index++) {
      const events = [message('C1', noon, { id: `${name}${index}`, from: 'U1' })]
      await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
    }
  }
  await Promise.all([say(service, 'here'), say(service, 'there'), say(command, 'beside')])
  const [channel] = await command.listAllChannels()
  assert.equal(channel?.messages, 90)
  await command.close()
  await service.close()
})

test('a schema migration removes edits whose message was never kept, and nothing else', () => {
  const database = new DatabaseSync(':memory:')
  for (const step of migrations.slice(0, 7)) database.exec(step)
  database.exec(`
    insert into channels (channel, channel_id, type, name, created_at, created_by, enabled_at, bot_present, bot_changed_at)
      values (1, 'C1', 'group', 'Group', 0, 'system', 0, 1, 0);
    insert into message_ids (channel, message_id, time, seq, unsent)
      values (1, 'kept', 5, 1, 0), (1, 'unsent', null, null, 1), (1, 'never-kept', null, null, 0);
    insert into message_versions (channel, message_id, at, content)
      values (1, 'kept', 5, 'first words'), (1, 'never-kept', 5, 'words of nobody');
  `)
  for (const step of migrations.slice(7)) database.exec(step)
  const list = (table: string) =>
    database
      .prepare(`select message_id as id from ${table} order by id`)
      .all()
      .map(({ id }) => id)
  assert.deepEqual([list('message_versions'), list('message_ids')], [['kept'], ['kept', 'unsent']])
  database.close()
})

/** A frame with a size in its header ends a transaction. Frames from before the last reset have different salts. */
function countCommits(dataDir: string): number {
  const log = readFileSync(join(dataDir, 'innkeeper.db-wal'))
  const frameBytes = 24 + log.readUInt32BE(8)
  const salts = log.toString('hex', 16, 24)
  let commits = 0
  for (let start = 32; start + frameBytes <= log.length; start += frameBytes) {
    if (log.toString('hex', start + 8, start + 16) === salts && log.readUInt32BE(start + 4) > 0) commits++
  }
  return commits
}
