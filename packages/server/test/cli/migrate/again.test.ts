import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, describe, test } from 'node:test'
import { openStallingProxy } from '../../support/http/stalling-proxy.ts'
import { byHand, seedFolder, withDatabase } from '../../support/migrating.ts'
import { createKey, innkeeper } from '../../support/process/process.ts'

describe('innkeeper migrate, run again', () => {
  let dataDir = ''
  before(async () => {
    dataDir = (await seedFolder({ channels: 3, messages: 1500 })).dataDir
  })

  test('after a kill in the middle, it continues where it stopped', async () => {
    await withDatabase(async ({ url }) => {
      const proxy = await openStallingProxy(url, 400_000)
      try {
        const killed = await innkeeper(['migrate', '--to', proxy.url, '--data', dataDir], { killAt: proxy.held })
        assert.equal(killed.signal, 'SIGKILL', killed.stderr)
      } finally {
        proxy.close()
      }
      const [row] = await byHand(url, 'select count(*)::integer as count from events_seen')
      assert.ok(Number(row?.count) > 0, 'it had started')
      const refused = await innkeeper(['channels', 'list'], { env: { INNKEEPER_DATABASE_URL: url } })
      assert.match(refused.stderr, /was not finished/)

      const { code, stdout, stderr } = await migrate(dataDir, url, '--json')
      assert.deepEqual([code, stderr], [0, ''])
      const { state, tables } = JSON.parse(stdout)
      assert.equal(state, 'finished')
      const events = tables.find(({ table }: { table: string }) => table === 'events_seen')
      assert.deepEqual([events.rows > 1500, events.copied], [true, 0], 'existing rows were not written again')
    })
  })

  test('a row that was changed, removed or added by hand in the new database is found and repaired', async () => {
    await withDatabase(async ({ url }) => {
      assert.equal((await migrate(dataDir, url)).code, 0)
      assert.equal((await migrate(dataDir, url, '--check')).code, 0)
      await byHand(
        url,
        `update messages set json = replace(json, '"text"', '"Text"') where ctid in (select ctid from messages limit 1)`,
        'delete from keys where key_id in (select key_id from keys limit 1)',
        'insert into gaps (channel, time, seq) select 999, no, 1 from generate_series(1, 50000) as no',
        "update members set display_name = 'Somebody else' where role = 'owner'",
      )
      const found = await migrate(dataDir, url, '--check', '--json')
      assert.equal(found.code, 1)
      const { state, tables } = JSON.parse(found.stdout)
      const different = tables.filter(({ checksum }: { checksum: string | null }) => checksum === null)
      assert.deepEqual(
        [state, different.map(({ table }: { table: string }) => table).sort()],
        ['different', ['gaps', 'keys', 'members', 'messages']],
      )
      const repaired = await migrate(dataDir, url)
      assert.deepEqual([repaired.code, repaired.stderr], [0, ''])
      assert.equal((await migrate(dataDir, url, '--check')).code, 0)
    })
  })

  test('rows that are the same are not written again, even next to rows that differ', async () => {
    const { dataDir } = await seedFolder({ channels: 1, messages: 40, media: 0 })
    await withDatabase(async ({ url }) => {
      assert.equal((await migrate(dataDir, url)).code, 0)
      const versions = async () => await byHand(url, 'select message_id, xmin::text from messages order by message_id')
      const before = await versions()
      const ids = before.map(({ message_id: id }) => String(id))
      const [changed, gone] = ids
      onFolder(dataDir, `update messages set json = replace(json, '}', ' }') where message_id = '${changed}'`)
      await byHand(url, `delete from messages where message_id = '${gone}'`)
      const { code, stdout, stderr } = await migrate(dataDir, url, '--json')
      assert.deepEqual([code, stderr], [0, ''])
      const { tables } = JSON.parse(stdout)
      assert.equal(tables.find(({ table }: { table: string }) => table === 'messages').copied, 2)
      const after = await versions()
      const same = after.filter(({ xmin }, index) => xmin === before[index]?.xmin).map(({ message_id: id }) => id)
      assert.deepEqual(same, ids.slice(2))
      assert.equal((await migrate(dataDir, url, '--check')).code, 0)
    })
  })

  test('a new owner replaces the old one, although there can be only one at a time', async () => {
    const { dataDir, chats: households } = await seedFolder({ channels: 1, messages: 20, media: 0 })
    const [first] = households
    assert.ok(first)
    crowd(dataDir, first.channelId)
    await withDatabase(async ({ url }) => {
      assert.equal((await migrate(dataDir, url)).code, 0)
      const ofChannel = `channel = (select channel from channels where channel_id = '${first.channelId}')`
      onFolder(
        dataDir,
        `update members set role = 'admin' where role = 'owner' and ${ofChannel}`,
        `update members set role = 'owner' where user_id = 'A0001' and ${ofChannel}`,
      )
      const { code, stdout, stderr } = await migrate(dataDir, url, '--json')
      assert.deepEqual([code, stderr], [0, ''])
      const { state, tables } = JSON.parse(stdout)
      const members = tables.find(({ table }: { table: string }) => table === 'members')
      assert.deepEqual([state, members.copied], ['finished', members.rows], 'the conflict made it copy all of them')
      const owners = await byHand(url, `select user_id from members where role = 'owner' and ${ofChannel}`)
      assert.deepEqual(owners, [{ user_id: 'A0001' }])
    })
  })

  test('a write by a command during the copy leaves the migration unfinished, until it is run again', async () => {
    await withDatabase(async ({ url }) => {
      const proxy = await openStallingProxy(url, 400_000)
      try {
        const moving = innkeeper(['migrate', '--to', proxy.url, '--data', dataDir])
        await proxy.held
        await createKey(dataDir, 'U-late')
        proxy.open()
        const { code, stdout } = await moving
        assert.equal(code, 0)
        assert.match(stdout, / has changed during the copy\. Run the same command again/)
      } finally {
        proxy.close()
      }
      assert.match((await migrate(dataDir, url)).stdout, /The migration is finished/)
    })
  })
})

/** Adds 2,500 people whose ids sort before the owner's. */
function crowd(dataDir: string, channelId: string): void {
  onFolder(
    dataDir,
    `with recursive series (value) as (select 1 union all select value + 1 from series where value < 2500)
     insert into members (channel, user_id, display_name, role, joined_at, updated_at)
     select channel, 'A' || substr('0000' || value, -4), 'One of many', 'member', 1, 1
     from channels, series where channel_id = '${channelId}'`,
  )
}

function onFolder(dataDir: string, ...statements: string[]): void {
  const database = new DatabaseSync(join(dataDir, 'innkeeper.db'))
  try {
    for (const text of statements) database.exec(text)
  } finally {
    database.close()
  }
}

function migrate(dataDir: string, url: string, ...words: string[]) {
  return innkeeper(['migrate', '--to', url, '--data', dataDir, ...words])
}
