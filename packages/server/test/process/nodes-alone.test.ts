import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../support/postgres.ts'
import { innkeeper, newFolder, serve } from '../support/process.ts'

test('where files lie in a folder, a second node is refused as long as the first lives', async (t) => {
  const { url, drop } = await openDatabase()
  t.after(drop)
  const env = { INNKEEPER_DATABASE_URL: url }
  const first = await serve(newFolder(), { env })
  t.after(() => first.stop('SIGKILL'))
  const { code, stderr } = await innkeeper(['serve', '--port', '0', '--data', newFolder()], { env })
  assert.equal(code, 1, stderr)
  assert.match(stderr, /Another node works on the database of INNKEEPER_DATABASE_URL.*Set INNKEEPER_MEDIA_URL/)
  await first.stop('SIGKILL')
  const second = await serve(newFolder(), { env })
  t.after(() => second.stop('SIGKILL'))
  assert.equal((await second.stop()).code, 0)
})
