import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import pg from 'pg'
import { until } from '../../support/eventually.ts'
import { startLineService } from '../../support/line/line-service.ts'
import { openDatabase } from '../../support/process/postgres.ts'

const [begin, end] = [Date.UTC(2020, 0, 1), Date.UTC(2020, 1, 1)]

test('a service drops an empty month if the operator has set a retention limit, and records its rounds for other nodes', {
  timeout: 120_000,
}, async (t) => {
  const { url, drop } = await openDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.after(async () => {
    await client.end()
    await drop()
  })
  await client.query('alter table messages detach partition messages_before')
  await client.query(`alter table messages attach partition messages_before for values from (minvalue) to (${begin})`)
  await client.query(`create table messages_2020_01 partition of messages for values from (${begin}) to (${end})`)
  const isThere = async () =>
    (await client.query("select to_regclass('messages_2020_01') as name")).rows[0].name !== null
  const rounds = async () => {
    const { rows } = await client.query<{ name: string }>(
      "select name from facts where name like 'round %' order by name",
    )
    return rows.map(({ name }) => name)
  }

  // Control: without a limit it stays.
  const testService = await startLineService(createRandom('tending'), { databaseUrl: url, groups: 0 })
  await until(async () => (await rounds()).includes('round partitions'), 'the first round')
  assert.equal(await isThere(), true)
  await testService.service.stop()

  await client.query("delete from facts where name like 'round %'")
  await testService.start({ env: { INNKEEPER_RETENTION_DAYS: '30' } })
  await until(async () => !(await isThere()), 'the month is gone')
  await until(async () => (await rounds()).length >= 6, 'all rounds that run at the start')
  assert.deepEqual(await rounds(), [
    'round expired messages (retention)',
    'round imports that ended',
    'round old change records',
    'round old versions of assistants',
    'round partitions',
    'round secrets that were replaced a while ago',
  ])
})
