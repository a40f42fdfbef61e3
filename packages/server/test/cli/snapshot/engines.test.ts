import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../../../scripts/postgres.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { openStallingProxy } from '../../support/http/stalling-proxy.ts'
import { byHand, type MigrationSetup, seedFolder, viewOf, withDatabase } from '../../support/migrating.ts'
import { innkeeper, newFolder, withData } from '../../support/process/process.ts'
import { openBucket } from '../../support/process/s3.ts'
import { canaries, fillData, findFault, mediaOf, noon, takeSnapshot } from '../../support/snapshots.ts'

type View = Awaited<ReturnType<typeof viewOf>>

describe('a snapshot of either engine', () => {
  const folder = newFolder()
  const ofFolder = join(folder, 'of-folder')
  const ofServer = join(folder, 'of-server.tar')
  let households: MigrationSetup[]
  let seen: View
  let server: TestDatabase | undefined
  before(async () => {
    const seeded = await seedFolder({ messages: 120, media: 3 })
    households = seeded.chats
    seen = await viewOf({ INNKEEPER_DATA: seeded.dataDir }, households)
    server = await openTestDatabase()
    await succeed(['migrate', '--to', server.url, '--data', seeded.dataDir])
    const env = { INNKEEPER_DATABASE_URL: server.url }
    await succeed(['backup', ofFolder, '--data', seeded.dataDir])
    await succeed(['backup', ofServer, '--data', seeded.dataDir], env)
  })
  after(() => server?.drop())

  for (const [engine, target] of Object.entries({ 'embedded database': ofFolder, PostgreSQL: ofServer })) {
    test(`of ${engine} is verified, and restored into an embedded database`, async () => {
      assert.match(
        (await succeed(['verify', target])).stdout,
        /is intact: 120 messages \(not counting unsent ones\) in 2 channels/,
      )
      const dataDir = join(newFolder(), 'new')
      await succeed(['restore', target, '--data', dataDir])
      assert.deepEqual(await viewOf({ INNKEEPER_DATA: dataDir }, households), seen)
    })

    test(`of ${engine} is restored into PostgreSQL, its files into a bucket`, async () => {
      const dataDir = join(newFolder(), 'new')
      const bucket = await openBucket()
      await withDatabase(async ({ url }) => {
        const env = { INNKEEPER_DATABASE_URL: url, ...bucket.env }
        const { stdout } = await succeed(['restore', target, '--data', dataDir], env)
        assert.match(
          stdout,
          /^Restored to the database of INNKEEPER_DATABASE_URL and .+new: 120 messages \(not counting unsent ones\)/,
        )
        assert.ok(!readdirSync(dataDir).includes('innkeeper.db'))
        assert.deepEqual(mediaOf(dataDir), [])
        assert.deepEqual(await viewOf({ INNKEEPER_DATA: dataDir, ...env }, households), seen)
      })
    })
  }

  test('is not restored into a database or a folder in use, and leaves nothing behind there', async () => {
    const dataDir = join(newFolder(), 'new')
    assert.ok(server)
    const used = await innkeeper(['restore', ofFolder, '--data', dataDir], {
      env: { INNKEEPER_DATABASE_URL: server.url },
    })
    assert.equal(used.code, 1)
    assert.match(used.stderr, /database of INNKEEPER_DATABASE_URL .+ not changed; use an empty one/)
    assert.ok(!existsSync(dataDir))
    await withDatabase(async ({ url }) => {
      const env = { INNKEEPER_DATABASE_URL: url }
      const full = await innkeeper(['restore', ofFolder, '--data', folder], { env })
      assert.equal(full.code, 1)
      assert.match(full.stderr, /is not empty and was left untouched/)
      assert.deepEqual(await byHand(url, "select tablename from pg_tables where schemaname = 'public'"), [])
    })
  })

  test('whose restore was killed starts no service, and can be restored again', async () => {
    const dataDir = join(newFolder(), 'new')
    await withDatabase(async ({ url }) => {
      const env = { INNKEEPER_DATABASE_URL: url }
      const proxy = await openStallingProxy(url, 80_000)
      try {
        const killed = await innkeeper(['restore', ofServer, '--data', dataDir], {
          env: { INNKEEPER_DATABASE_URL: proxy.url },
          killAt: proxy.held,
        })
        assert.equal(killed.signal, 'SIGKILL', killed.stderr)
      } finally {
        proxy.close()
      }
      const early = await innkeeper(['serve', '--port', '0', '--data', dataDir], { env })
      assert.equal(early.code, 1)
      assert.match(early.stderr, /A restore to the database of INNKEEPER_DATABASE_URL was not finished\. Run it again/)
      await byHand(url, 'insert into gaps (channel, time, seq) values (1, 1, 1), (2, 2, 2)')
      await succeed(['restore', ofServer, '--data', dataDir], env)
      assert.deepEqual(await viewOf({ INNKEEPER_DATA: dataDir, ...env }, households), seen)
    })
  })
})

describe('a snapshot of PostgreSQL', () => {
  test('does not contain what was unsent while it was made', async () => {
    await withDatabase(async ({ url }) => {
      const dataDir = await fillData()
      await succeed(['migrate', '--to', url, '--data', dataDir])
      const env = { INNKEEPER_DATABASE_URL: url }
      const unsend = () =>
        withData(
          dataDir,
          async ({ store, blobs }) => {
            const events = [unsent('C1', noon + 1, 'photo-gone')]
            const at = noon + 1
            await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at, events })
            for (const { sha256 } of await store.listReleasedFiles(10)) await blobs.remove(sha256)
          },
          { env },
        )
      const target = join(newFolder(), 'backup')
      const { missing, counts } = await takeSnapshot(dataDir, target, { env, afterSnapshot: unsend })
      assert.deepEqual([missing, counts.messages], [[], 3])
      assert.equal(await findFault(target), undefined)
    })
  })

  test('does not bring back anyone who was erased since', async () => {
    await withDatabase(async ({ url }) => {
      const dataDir = await fillData()
      await succeed(['migrate', '--to', url, '--data', dataDir])
      const env = { INNKEEPER_DATABASE_URL: url }
      const target = join(newFolder(), 'backup')
      await succeed(['backup', target, '--data', dataDir], env)
      await succeed(['erase', '--user', canaries.gone.userId, '--data', dataDir, '--yes'], env)
      await withDatabase(async ({ url: other }) => {
        const restored = { INNKEEPER_DATABASE_URL: other }
        const { stdout } = await succeed(['restore', target, '--data', join(newFolder(), 'new')], restored)
        assert.match(stdout, /Erased again \(1 later erasure\): 2 messages/)
        const rows = await byHand(other, 'select json from messages')
        assert.match(JSON.stringify(rows), new RegExp(canaries.kept.text))
        assert.doesNotMatch(JSON.stringify(rows), new RegExp(canaries.gone.text))
      })
    })
  })

  test('is refused if there is no data yet', async () => {
    await withDatabase(async ({ url }) => {
      const env = { INNKEEPER_DATABASE_URL: url }
      const target = join(newFolder(), 'backup')
      const empty = await innkeeper(['backup', target, '--data', newFolder()], { env })
      assert.deepEqual([empty.code, existsSync(target)], [1, false])
      assert.match(empty.stderr, /database of INNKEEPER_DATABASE_URL is empty, so there is nothing to copy/)
    })
  })
})

async function succeed(words: string[], env: Record<string, string> = {}) {
  const done = await innkeeper(words, { env })
  assert.equal(done.code, 0, done.stderr)
  return done
}
