import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Client } from 'pg'
import { migrations } from '../../src/adapters/sql/migrations.ts'
import { sendersOfMedia } from '../../src/adapters/sql/schema/15-senders-of-media.ts'
import { openDatabase } from '../support/process/postgres.ts'

const json = (id: string) =>
  JSON.stringify({ id: 'm', sender: { id, name: '"sender":{"id":"U-other"' }, type: 'image' })
const rows = `
  insert into messages (channel, time, seq, message_id, json) values (1, 10, 1, 'm1', '${json('U-mika')}'),
    (1, 10, 2, 'm2', '${json('U-ken')}'), (1, 10, 3, 'm3', '${json('')}');
  insert into media (channel, time, seq, message_id, type, state) values (1, 10, 1, 'm1', 'image', 'stored'),
    (1, 10, 2, 'm2', 'image', 'pending'), (1, 10, 3, 'm3', 'image', 'stored');`
const read = 'select message_id as id, user_id as "userId" from media order by seq'
/** A file that hasn't arrived gets its sender when it does. */
const expected = [
  { id: 'm1', userId: 'U-mika' },
  { id: 'm2', userId: null },
  { id: 'm3', userId: '' },
]

test('an upgrade of an embedded database notes who sent the files it has', () => {
  const database = new DatabaseSync(':memory:')
  const at = migrations.indexOf(sendersOfMedia.sqlite)
  for (const step of migrations.slice(0, at)) database.exec(step)
  database.exec(`pragma foreign_keys = off; ${rows}`)
  for (const step of migrations.slice(at)) database.exec(step)
  assert.deepEqual(
    database
      .prepare(read)
      .all()
      .map((row) => ({ ...row })),
    expected,
  )
  database.close()
})

test('so does an upgrade of a PostgreSQL database', async () => {
  const database = await openDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    // The step is applied again to the schema without what it adds.
    await client.query('drop index media_of_person; alter table media drop column user_id')
    await client.query(rows.replaceAll('10,', `${Date.now()},`))
    await client.query(sendersOfMedia.postgres)
    assert.deepEqual((await client.query(read)).rows, expected)
  } finally {
    await client.end()
    await database.drop()
  }
})
