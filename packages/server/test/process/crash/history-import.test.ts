import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import type { ImportState } from '../../../src/domain/imports/import-life.ts'
import type { BlobStore } from '../../../src/ports/storage/blob-store.ts'
import type { Store } from '../../../src/ports/store.ts'
import { seedChannel } from '../../store/seed-channel.ts'
import { until } from '../../support/eventually.ts'
import { lineFileOf } from '../../support/imports/line-file.ts'
import { assertSame, canonical, exportedLines, numberOf } from '../../support/imports/shown-messages.ts'
import { zipOf } from '../../support/imports/zip-of.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { newFolder, serve, withData } from '../../support/process/process.ts'
import { sabotaged } from '../../support/process/sabotage.ts'
import { isSoak } from '../../support/soak.ts'

const by = { kind: 'operator' } as const
const channelId = 'C1'
const start = Date.parse('2026-03-01T08:00:00Z')

/** Four lines a minute, every fourth the same. */
const said = Array.from({ length: 2_000 }, (_, index) => ({
  at: start + (index >> 2) * 60_000,
  name: 'Ann',
  text: index % 4 === 0 ? 'ok' : `What was said as number ${index}`,
}))
const texts = Buffer.from(lineFileOf(said))
const photos = Array.from({ length: 20 }, (_, index) => `${index + 10}-PHOTO-1.jpg`)

async function zipOfPhotos(): Promise<Buffer> {
  const lines = photos.map((name, index) => `[03/13/26, 09:${10 + index}:00] Ann: \u200e<attached: ${name}>`)
  return await zipOf([
    { path: '_chat.txt', content: [...lines, ''].join('\r\n') },
    ...photos.map((path) => ({ path, content: `bytes of ${path}` })),
  ])
}

/** After how many commits with messages the process is killed, and started again. */
const kills = isSoak ? [1, 2, 1, 4, 3, 5] : [2]

test('A, B and undoing A are the same as B alone, although the service was killed in each of them', async () => {
  const data = await seed()

  const calm = await serve(data.dataDir)
  const only = await upload(data, texts)
  await reach(data, only, 'ready')
  await steer(data, only, 'commit')
  await reach(data, only, 'done')
  const alone = await exported(data)
  const linesAlone = await lines(data)
  await steer(data, only, 'undo')
  await reach(data, only, 'undone')
  const none = await exported(data)
  assert.ok(alone.length > none.length + 1_900, 'control: something came in')

  const importNo = await upload(data, await zipOfPhotos())
  await reach(data, importNo, 'ready')
  assert.equal((await calm.stop()).code, 0)
  await steer(data, importNo, 'commit')
  for (const kill of kills) await dieAt(data, `import_rows:${kill}`)
  const second = await dieWhile(
    data,
    `import_rows:${photos.length - kills.reduce((sum, one) => sum + one) + 2}`,
    async () => {
      await reach(data, importNo, 'done')
      assert.equal((await exported(data)).length, none.length + photos.length)
      const number = await upload(data, texts)
      await reach(data, number, 'ready')
      await steer(data, number, 'commit')
      return number
    },
  )
  // The first file that is released is the uploaded one. Undoing releases those of messages.
  await dieWhile(data, 'released_files:2', async () => {
    await reach(data, second, 'done')
    await steer(data, importNo, 'undo')
  })
  const last = await serve(data.dataDir)
  await reach(data, importNo, 'undone')
  assert.equal((await last.stop()).code, 0)
  assertSame(await exported(data), alone)
  assert.deepEqual(await lines(data), linesAlone)
})

test('the same on PostgreSQL, where the service is killed in the middle of a transaction', async () => {
  const database = await openDatabase()
  after(database.drop)
  const data = await seed({ INNKEEPER_DATABASE_URL: database.url })
  const run = () => serve(data.dataDir, { env: data.env })
  const [first, second] = [said.slice(0, 1_500), said.slice(500)].map((some) => Buffer.from(lineFileOf(some)))
  assert.ok(first && second)

  let service = await run()
  const only = await upload(data, second)
  await reach(data, only, 'ready')
  await steer(data, only, 'commit')
  await reach(data, only, 'done')
  const alone = await exported(data)
  const linesAlone = await lines(data)
  await steer(data, only, 'undo')
  await reach(data, only, 'undone')

  const dieDuring = async (importNo: number, wish: 'commit' | 'undo', when: string) => {
    const held = await holdRows(database.url, when)
    await steer(data, importNo, wish)
    await held.reached()
    await service.stop('SIGKILL')
    await held.release()
    // As when the lease of the dead process has expired, which takes minutes.
    await open(data, ({ store }) => store.write<'release-jobs'>({ kind: 'release-jobs' }))
    const { state } = await find(data, importNo)
    assert.equal(state, wish === 'commit' ? 'writing' : 'undoing')
    service = await run()
    await reach(data, importNo, wish === 'commit' ? 'done' : 'undone')
  }
  const one = await upload(data, first)
  await reach(data, one, 'ready')
  await dieDuring(one, 'commit', `insert on import_rows for each row when (new.time >= ${said[1_000]?.at})`)
  const other = await upload(data, second)
  await reach(data, other, 'ready')
  await dieDuring(other, 'commit', `insert on import_rows for each row when (new.time >= ${said[1_800]?.at})`)
  assert.equal((await exported(data)).length, said.length)
  // Messages are taken back in the order of their IDs, and these are about half of them.
  await dieDuring(one, 'undo', `delete on import_rows for each row when (old.message_id > 'import_m')`)
  assert.equal((await service.stop()).code, 0)
  assertSame(await exported(data), alone)
  assert.deepEqual(await lines(data), linesAlone)
})

/** Lets a transaction wait at these rows, until it is released. */
async function holdRows(url: string, when: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create function hold() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(7); return coalesce(new, old); end'`)
  await client.query(`create trigger hold before ${when} execute function hold()`)
  await client.query('select pg_advisory_lock(7)')
  const waiting = "from pg_locks where locktype = 'advisory' and objid = 7 and not granted"
  return {
    reached: () =>
      until(async () => (await client.query(`select 1 ${waiting}`)).rows.length > 0, 'the rows are being written'),
    async release() {
      await client.query(`select pg_terminate_backend(pid) ${waiting}`)
      await client.query('drop function hold cascade')
      await client.end()
    },
  }
}

/** A data folder, and settings that say where the rest is. */
type Data = { dataDir: string; env: Record<string, string> }

async function seed(env: Record<string, string> = {}): Promise<Data> {
  const data = { dataDir: newFolder(), env }
  await open(data, ({ store }) => seedChannel(store, channelId, { owner: 'U1', subscribers: ['U1'] }, start))
  return data
}

const open = <T>({ dataDir, env }: Data, work: (opened: { store: Store; blobs: BlobStore }) => Promise<T>) =>
  withData(dataDir, work, { env })

const dieAt = (data: Data, kill: string) => dieWhile(data, kill, async () => {})

async function dieWhile<T>(data: Data, kill: string, work: () => Promise<T>): Promise<T> {
  const service = await serve(data.dataDir, { env: sabotaged(`kill-after-writing:${kill}`) })
  const result = await work()
  assert.equal((await service.ended).signal, 'SIGKILL')
  return result
}

const exported = (data: Data) => open(data, ({ store }) => canonical(store, channelId))

const lines = (data: Data) => open(data, (opened) => exportedLines(opened, channelId, 'U1'))

async function upload(data: Data, bytes: Buffer): Promise<number> {
  return await open(data, async ({ store, blobs }) => {
    const file = { fileName: 'history', choices: '{"zone":{"timezone":"UTC"}}', ...(await blobs.put([bytes])) }
    const opened = { kind: 'open-history', by, at: Date.now(), channelId, ...file } as const
    return (await store.write<'open-history'>(opened)).importNo
  })
}

async function steer(data: Data, importNo: number, wish: 'commit' | 'undo'): Promise<void> {
  const steered = { kind: 'steer-history', by, at: Date.now(), channelId, importNo, wish } as const
  await open(data, ({ store }) => store.write<'steer-history'>(steered))
}

async function reach(data: Data, importNo: number, state: ImportState): Promise<void> {
  await open(data, async ({ store }) => {
    const channelNo = await numberOf(store, channelId)
    const isThere = async () => {
      const found = await store.findImport(channelNo, importNo)
      assert.equal(found?.reason, null)
      return found?.state === state
    }
    await until(isThere, `the import is ${state}`)
  })
}

const find = (data: Data, importNo: number) =>
  open(data, async ({ store }) => {
    const found = await store.findImport(await numberOf(store, channelId), importNo)
    assert.ok(found)
    return found
  })
