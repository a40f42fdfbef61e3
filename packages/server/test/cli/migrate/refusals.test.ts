import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { byHand, seedFolder, withDatabase } from '../../support/migrating.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'

describe('innkeeper migrate refuses', () => {
  test('a target that cannot be reached, naming the option and without the password', async () => {
    const { dataDir } = await seedFolder({ channels: 1, messages: 20, media: 0 })
    await withDatabase(async ({ url }) => {
      const password = 'canary-password'
      const wrong: [to: string, code: number, words: RegExp][] = [
        [withParts(url, { port: '1', password }), 1, /server of --to cannot be reached: ECONNREFUSED/],
        [withParts(url, { password }), 1, /server of --to refused: password authentication failed/],
        [withParts(url, { pathname: '/nothing_here' }), 1, /"nothing_here" does not exist.*Create the database/],
        [`mysql://inn:${password}@db.example/inn`, 2, /^--to is not valid\. Set it to a URL such as postgres:/],
        ['', 2, /^--to is empty/],
      ]
      for (const [to, code, words] of wrong) {
        const refused = await innkeeper(['migrate', '--to', to, '--data', dataDir])
        assert.deepEqual([refused.code, refused.stdout], [code, ''], refused.stderr)
        assert.match(refused.stderr, words)
        assert.ok(!refused.stderr.includes(password), refused.stderr)
        assert.doesNotMatch(refused.stderr, /\n\s+at |INNKEEPER_DATABASE_URL/)
      }
    })
  })

  test('a data folder without a database', async () => {
    await withDatabase(async ({ url }) => {
      const { code, stderr } = await innkeeper(['migrate', '--to', url, '--data', newFolder()])
      assert.equal(code, 1)
      assert.match(stderr, /There is no database in .+ yet, so there is nothing to migrate/)
      assert.deepEqual(await tablesOf(url), [])
    })
  })

  test('a database of another application or another Innkeeper, or with a migration from another folder', async () => {
    const { dataDir } = await seedFolder({ channels: 1, messages: 20, media: 0 })
    const move = (url: string) => innkeeper(['migrate', '--to', url, '--data', dataDir])
    await withDatabase(async ({ url }) => {
      await byHand(url, 'create table diary (page text)')
      assert.match((await move(url)).stderr, /database of --to contains tables of another application.*not changed/)
      assert.deepEqual(await tablesOf(url), ['diary'])
    })
    await withDatabase(async ({ url }) => {
      await innkeeper(['channels', 'list'], { env: { INNKEEPER_DATABASE_URL: url, INNKEEPER_DATA: newFolder() } })
      assert.match((await move(url)).stderr, /database of --to is already in use by an Innkeeper.*not changed/)
    })
    await withDatabase(async ({ url }) => {
      const other = await seedFolder({ channels: 1, messages: 20, media: 0 })
      assert.equal((await innkeeper(['migrate', '--to', url, '--data', other.dataDir])).code, 0)
      assert.match((await move(url)).stderr, /database of --to contains a migration from another data folder/)
      assert.equal((await innkeeper(['migrate', '--to', url, '--data', other.dataDir, '--check'])).code, 0)
    })
  })

  test('an invalid bucket, or one that already has the files', async () => {
    const { dataDir } = await seedFolder({ channels: 1, messages: 20, media: 0 })
    const to = ['--to', 'postgres://inn:secret@127.0.0.1:1/inn', '--data', dataDir]
    const none = await innkeeper(['migrate', ...to, '--media', 'https://bucket.example'])
    assert.equal(none.code, 2)
    assert.match(none.stderr, /^--media is not valid\. Set it to s3:\/\/bucket/)
    const same = await innkeeper(['migrate', ...to, '--media', 's3://bucket'], {
      env: { INNKEEPER_MEDIA_URL: 's3://bucket' },
    })
    assert.equal(same.code, 2)
    assert.match(same.stderr, /^The files are already in the bucket that --media names/)
  })
})

function withParts(url: string, parts: Partial<URL>): string {
  return Object.assign(new URL(url), parts).href
}

async function tablesOf(url: string): Promise<unknown[]> {
  const rows = await byHand(url, "select tablename as name from pg_tables where schemaname = 'public'")
  return rows.map(({ name }) => name)
}
