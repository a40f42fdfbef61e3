import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../support/process/postgres.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'
import { openBucket } from '../../support/process/s3.ts'

test('a snapshot of a database and its bucket can be made on a machine that has no data folder yet', async (t) => {
  const database = await openDatabase()
  t.after(() => database.drop())
  const folder = newFolder()
  const bucket = await openBucket()
  const env = { ...bucket.env, INNKEEPER_DATABASE_URL: database.url, INNKEEPER_DATA: join(folder, 'not-there-yet') }
  const key = await innkeeper(['keys', 'create', '--user', 'U1'], {
    env: { ...env, INNKEEPER_DATA: join(folder, 'node') },
  })
  assert.equal(key.code, 0, key.stderr)
  const made = await innkeeper(['backup', join(folder, 'backup')], { env })
  assert.deepEqual([made.code, made.stderr], [0, ''])
  assert.equal((await innkeeper(['verify', join(folder, 'backup')])).code, 0)
})
