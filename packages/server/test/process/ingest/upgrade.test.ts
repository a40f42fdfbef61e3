import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { migrations } from '../../../src/adapters/sql/migrations.ts'
import { idsOfHits, searchAll, searchPage } from '../../support/content/search.ts'
import { eventually } from '../../support/eventually.ts'
import { type Caller, createCaller } from '../../support/http/caller.ts'
import { createKey, innkeeper, newFolder, serve } from '../../support/process/process.ts'
import { sabotaged } from '../../support/process/sabotage.ts'

const fixture = readFileSync(new URL('../fixtures/schema-1.sql', import.meta.url), 'utf8')
const databaseOf = (dataDir: string) => join(dataDir, 'innkeeper.db')

describe('a database with schema 1', { concurrency: 2 }, () => {
  test('is upgraded with all its rows, and becomes fully searchable, and search says when it is', async () => {
    const dataDir = makeOldFolder()
    const before = readRows(dataDir)
    assert.ok(before.rows.messages?.length === 60, 'there is something to lose')
    const { key } = await createKey(dataDir, ownerOf(dataDir))
    const service = await serve(dataDir)
    const [channelId] = before.rows.channels?.map((row) => row.channel_id) ?? []
    const owner = createCaller(service.url, `Bearer ${key}`)
    for (const { message_id: id, json } of before.rows.messages ?? []) {
      const { status, body } = await owner.get(`/api/channels/${channelId}/backup/messages/${id}`)
      assert.equal(status, 200)
      assert.equal(body.content, JSON.parse(String(json)).content)
    }
    await assertSearchable(owner, String(channelId), before.rows)
    assert.equal((await service.stop()).code, 0)
    assertKept(dataDir, before.rows)
    assert.equal(readRows(dataDir).version, migrations.length)
  })

  test('is unchanged after a start that dies during the upgrade, and upgraded by the next start', async () => {
    const dataDir = makeOldFolder()
    const before = readRows(dataDir)
    const { signal } = await innkeeper(['serve', '--port', '0', '--data', dataDir], {
      env: sabotaged('kill-in-migration'),
    })
    assert.equal(signal, 'SIGKILL')
    assert.deepEqual(readRows(dataDir), before)
    assert.equal((await (await serve(dataDir)).stop()).code, 0)
    assertKept(dataDir, before.rows)
  })

  test('is not changed if it is damaged', async () => {
    const dataDir = makeOldFolder()
    const bytes = readFileSync(databaseOf(dataDir))
    bytes.fill(0xa7, 8192, bytes.length - 4096)
    writeFileSync(databaseOf(dataDir), bytes)
    const { code, stderr } = await innkeeper(['serve', '--port', '0', '--data', dataDir])
    assert.equal(code, 1)
    assert.match(stderr, /innkeeper\.db (is damaged|cannot be read): .+ not changed; restore a snapshot/)
    assert.ok(readFileSync(databaseOf(dataDir)).equals(bytes))
  })
})

async function assertSearchable(owner: Caller, channelId: string, rows: Rows): Promise<void> {
  const { isComplete } = await eventually(
    () => searchPage(owner, channelId, { q: 'the' }),
    (page) => page.isComplete,
  )
  assert.ok(isComplete)
  const texts = rows.messages?.map(({ json }) => JSON.parse(String(json))).filter(({ content }) => content?.length > 1)
  assert.ok(texts && texts.length > 30)
  for (const { id, content } of texts) {
    assert.ok(idsOfHits(await searchAll(owner, channelId, { q: content.slice(0, 200) })).includes(id), content)
  }
}

function makeOldFolder(): string {
  const dataDir = newFolder()
  const connection = new DatabaseSync(databaseOf(dataDir))
  connection.exec('pragma journal_mode = wal')
  connection.exec(fixture)
  connection.close()
  return dataDir
}

type Rows = Record<string, Record<string, unknown>[]>

/** Every row of every table, except the time of the last opening, which every start changes. */
function readRows(dataDir: string): { version: number; rows: Rows } {
  const connection = new DatabaseSync(databaseOf(dataDir))
  const version = Number(connection.prepare('pragma user_version').get()?.user_version)
  // The index of terms can't be read row by row. `assertSearchable` tests it.
  const tables = connection.prepare(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'search_terms%'",
  )
  const rows: Rows = {}
  for (const { name } of tables.all()) {
    const unless = name === 'facts' ? "where name <> 'opened_at'" : ''
    rows[String(name)] = connection.prepare(`select * from ${name} ${unless}`).all()
  }
  connection.close()
  return { version, rows }
}

/** There can be new columns and rows, but the old ones must be unchanged. Using a key would change its row. */
function assertKept(dataDir: string, before: Rows): void {
  const after = readRows(dataDir).rows
  for (const [table, rows] of Object.entries(before)) {
    const kept = after[table]?.map((row) => JSON.stringify(pick(row, Object.keys(rows[0] ?? {}))))
    for (const row of rows) assert.ok(kept?.includes(JSON.stringify(row)), `${table}: ${JSON.stringify(row)}`)
  }
}

function pick(row: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

function ownerOf(dataDir: string): string {
  const owner = readRows(dataDir).rows.members?.find(({ role }) => role === 'owner')
  return String(owner?.user_id)
}
