import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCommandStore } from '../../../src/adapters/postgres/open-store.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'

async function examine(databaseUrl: string): Promise<{ code: number | null; store: string; all: string }> {
  const env = { INNKEEPER_DATABASE_URL: databaseUrl }
  const { code, stdout, stderr } = await innkeeper(['doctor', '--json', '--data', newFolder()], { env })
  const { findings } = JSON.parse(stdout) as { findings: { name: string; state: string; words: string }[] }
  const store = findings.find(({ name }) => name === 'database')
  return { code, store: `${store?.state}: ${store?.words}`, all: stdout + stderr }
}

test('doctor checks a PostgreSQL database, and hides its password if something is wrong', async (t) => {
  const { url, drop } = await openDatabase()
  t.after(drop)
  const store = await openCommandStore({ url, defaults: { timezone: 'UTC', claim: 'first' }, pool: 3 })
  await store.close()
  const sound = await examine(url)
  assert.equal(sound.code, 0, sound.all)
  assert.match(sound.store, /^ok: PostgreSQL, innkeeper_test_\w+ at 127\.0\.0\.1:\d+, responds and writes durably/)
  const wrong = new URL(url)
  wrong.password = 'canary-wrong'
  const refused = await examine(wrong.href)
  assert.equal(refused.code, 1)
  assert.match(refused.store, /^wrong: .*INNKEEPER_DATABASE_URL refused: password authentication failed/)
  assert.ok(!refused.all.includes('canary-wrong'), refused.all)
})
