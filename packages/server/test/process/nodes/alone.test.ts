import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { eventually } from '../../support/eventually.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { innkeeper, newFolder, serve } from '../../support/process/process.ts'

test('if files are in a folder, a second node is refused while the first one is running', async (t) => {
  const { url, drop } = await openDatabase()
  t.after(drop)
  const env = { INNKEEPER_DATABASE_URL: url }
  const first = await serve(newFolder(), { env })
  t.after(() => first.stop('SIGKILL'))
  const { code, stderr } = await innkeeper(['serve', '--port', '0', '--data', newFolder()], { env })
  assert.equal(code, 1, stderr)
  assert.match(stderr, /Another node uses the database of INNKEEPER_DATABASE_URL.*Set INNKEEPER_MEDIA_URL/)
  await first.stop('SIGKILL')
  const second = await serve(newFolder(), { env })
  t.after(() => second.stop('SIGKILL'))
  assert.equal((await second.stop()).code, 0)
})

test('a single node takes its lock again after a lost connection, and stops if another node was faster', async (t) => {
  const { url, drop } = await openDatabase()
  const env = { INNKEEPER_DATABASE_URL: url }
  const node = await serve(newFolder(), { env })
  t.after(() => node.stop('SIGKILL'))
  const [client, rival] = [new Client({ connectionString: url }), new Client({ connectionString: url })]
  await Promise.all([client.connect(), rival.connect()])
  t.after(async () => {
    await Promise.all([client.end(), rival.end()])
    await drop()
  })
  const breakOff = () => client.query(`select pg_terminate_backend(pid) from pg_locks where ${isLock} and granted`)
  const holder = async () => (await client.query(`select pid from pg_locks where ${isLock} and granted`)).rows[0]?.pid

  const first = await holder()
  await breakOff()
  await eventually(holder, (pid) => pid !== undefined && pid !== first)

  const taken = rival.query("select pg_advisory_lock(hashtextextended('media folder', 0))")
  await eventually(
    () => client.query(`select 1 from pg_locks where ${isLock} and not granted`),
    ({ rowCount }) => rowCount === 1,
  )
  await breakOff()
  await taken
  const { code, stderr } = await node.ended
  assert.equal(code, 1, stderr)
  assert.match(stderr, /Another node uses the database of INNKEEPER_DATABASE_URL.*Stopping the service/)
})

const isLock = `locktype = 'advisory' and objsubid = 1
  and database = (select oid from pg_database where datname = current_database())
  and (classid::bigint << 32) + objid::bigint = hashtextextended('media folder', 0)`
