import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import type { IncomingEvent } from '../../src/ports/connector.ts'
import type { Store } from '../../src/ports/store.ts'
import { createCaller } from '../support/caller.ts'
import { edited, joined, unsent } from '../support/chat-events.ts'
import { openDammedWay } from '../support/dammed-way.ts'
import { message } from '../support/events.ts'
import { byHand, type Household, seedFolder, viewOf, withDatabase } from '../support/moving.ts'
import { createKey, innkeeper, serve, withData } from '../support/process.ts'

describe('innkeeper migrate', () => {
  test('moves a stopped instance as a whole: the new service shows and finds what the old one did', async () => {
    const { dataDir, households } = await seedFolder()
    const before = await viewOf({ INNKEEPER_DATA: dataDir }, households)
    await withDatabase(async ({ url }) => {
      const { code, stdout, stderr } = await migrate(dataDir, url)
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(stdout, /every table was compared by its checksum/)
      assert.match(
        stdout,
        /The move is finished\..*INNKEEPER_DATABASE_URL=postgres:\/\/.*Do not start a service without/s,
      )
      assert.ok(!stdout.includes(`:${new URL(url).password}@`), 'the password is not shown')

      const env = { INNKEEPER_DATA: dataDir, INNKEEPER_DATABASE_URL: url }
      assert.deepEqual(await viewOf(env, households), before)
      const rows = await byHand(url, 'select count(*)::integer as count from messages_before')
      assert.deepEqual(rows, [{ count: 0 }], 'every message lies in its month')
      await goesOn(env, households)
      const again = await migrate(dataDir, url)
      assert.equal(again.code, 1)
      assert.match(again.stderr, /database of --to is in use by an Innkeeper already.*left untouched/)
    })
  })

  test('beside a running service, and once more after it, takes in what was said, changed and deleted since', async () => {
    const { dataDir, households } = await seedFolder()
    const [first] = households
    assert.ok(first)
    await withDatabase(async ({ url }) => {
      const env = { INNKEEPER_DATA: dataDir, INNKEEPER_DATABASE_URL: url }
      const service = await serve(dataDir)
      const beside = await migrate(dataDir, url)
      assert.deepEqual([beside.code, beside.stderr], [0, ''])
      assert.match(beside.stdout, /A service runs on .+ Stop it and run the same again/)
      const early = await innkeeper(['serve', '--port', '0'], { env })
      assert.equal(early.code, 1)
      assert.match(early.stderr, /A move into the database of INNKEEPER_DATABASE_URL was not finished/)

      await liveOn(service.url, dataDir, households)
      const compared = await migrate(dataDir, url, '--check')
      assert.equal(compared.code, 1)
      assert.match(compared.stdout, /does not hold what.*^messages /ms)
      await service.stop()
      const before = await viewOf({ INNKEEPER_DATA: dataDir }, [first])

      const last = await migrate(dataDir, url)
      assert.deepEqual([last.code, last.stderr], [0, ''])
      assert.match(last.stdout, /The move is finished/)
      assert.equal((await migrate(dataDir, url, '--check')).code, 0)
      assert.deepEqual(await viewOf(env, [first]), before)
      assert.match(JSON.stringify(before), /said-meanwhile/)
    })
  })

  test('killed in the middle, it goes on where it was', async () => {
    const { dataDir } = await seedFolder({ channels: 3, messages: 1500 })
    await withDatabase(async ({ url }) => {
      const way = await openDammedWay(url, 400_000)
      try {
        const killed = await innkeeper(['migrate', '--to', way.url, '--data', dataDir], { killAt: way.held })
        assert.equal(killed.signal, 'SIGKILL', killed.stderr)
      } finally {
        way.close()
      }
      const [row] = await byHand(url, 'select count(*)::integer as count from events_seen')
      assert.ok(Number(row?.count) > 0, 'it had begun')
      const refused = await innkeeper(['channels', 'list'], { env: { INNKEEPER_DATABASE_URL: url } })
      assert.match(refused.stderr, /was not finished/)

      const { code, stdout, stderr } = await migrate(dataDir, url, '--json')
      assert.deepEqual([code, stderr], [0, ''])
      const { state, tables } = JSON.parse(stdout)
      assert.equal(state, 'finished')
      const events = tables.find(({ table }: { table: string }) => table === 'events_seen')
      assert.deepEqual([events.rows > 1500, events.copied], [true, 0], 'what was there was not written again')
    })
  })

  test('a row that was changed, removed or added by hand in the new database is found, and mended', async () => {
    const { dataDir } = await seedFolder()
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
      const mended = await migrate(dataDir, url)
      assert.deepEqual([mended.code, mended.stderr], [0, ''])
      assert.equal((await migrate(dataDir, url, '--check')).code, 0)
    })
  })

  test('a new owner takes the place of the old one, although there may be only one at a time', async () => {
    const { dataDir, households } = await seedFolder()
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
      assert.deepEqual([state, members.copied], ['finished', members.rows], 'they were in each other’s way')
      const owners = await byHand(url, `select user_id from members where role = 'owner' and ${ofChannel}`)
      assert.deepEqual(owners, [{ user_id: 'A0001' }])
    })
  })

  test('what is written by a command while it runs leaves the move unfinished, until it is run again', async () => {
    const { dataDir } = await seedFolder({ channels: 3, messages: 1500 })
    await withDatabase(async ({ url }) => {
      const way = await openDammedWay(url, 400_000)
      try {
        const moving = innkeeper(['migrate', '--to', way.url, '--data', dataDir])
        await way.held
        await createKey(dataDir, 'U-late')
        way.open()
        const { code, stdout } = await moving
        assert.equal(code, 0)
        assert.match(stdout, /Something was written to .+ meanwhile\. Run the same again/)
      } finally {
        way.close()
      }
      assert.match((await migrate(dataDir, url)).stdout, /The move is finished/)
    })
  })
})

/** Somebody speaks, and what is numbered goes on being so. */
async function goesOn(env: Record<string, string>, households: Household[]): Promise<void> {
  await withData(
    env.INNKEEPER_DATA ?? '',
    async ({ store }) => {
      const [household] = households
      assert.ok(household)
      const { channelId, ownerId } = household
      const at = Date.now()
      await receive(store, [message(channelId, at, { id: 'after-the-move', from: ownerId })])
      await receive(store, [message('C-new', at, { id: 'in-a-new-group', from: ownerId })])
      assert.ok((await store.listAllChannels()).some((channel) => channel.channelId === 'C-new'))
    },
    { env },
  )
}

/** All kinds of things happen in the first group, and the others are deleted. */
async function liveOn(url: string, dataDir: string, [first, ...others]: Household[]): Promise<void> {
  assert.ok(first)
  const { channelId, ownerId, key } = first
  const at = Date.now()
  await withData(dataDir, async ({ store }) => {
    await receive(store, [
      message(channelId, at, { id: 'm-edited', from: ownerId }),
      message(channelId, at, { id: 'm-unsent', from: ownerId }),
    ])
    await receive(store, [
      message(channelId, at + 1, { id: 'm-said', from: ownerId, content: { type: 'text', text: 'said-meanwhile' } }),
      edited(channelId, at + 2, 'm-edited', 'edited meanwhile'),
      unsent(channelId, at + 3, 'm-unsent'),
      joined(channelId, at + 4, 'U-newcomer', 'Newcomer'),
    ])
  })
  const owner = createCaller(url, `Bearer ${key}`)
  const { rules } = (await owner.get(`/api/channels/${channelId}/assistant/qa`)).body
  assert.equal((await owner.delete(`/api/channels/${channelId}/assistant/qa/${rules[0].id}`)).status, 200)
  assert.equal((await owner.put(`/api/channels/${channelId}/settings`, { retentionDays: 3650 })).status, 200)
  for (const other of others) {
    const host = createCaller(url, `Bearer ${other.key}`)
    const { meta } = (await host.get(`/api/channels/${other.channelId}`)).body
    const deleted = await host.delete(`/api/channels/${other.channelId}`, { confirm: meta.name })
    assert.equal(deleted.status, 200, deleted.text)
  }
}

/** Two and a half thousand people whose ids come before that of the owner. */
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

async function receive(store: Store, events: IncomingEvent[]): Promise<void> {
  const at = Date.now()
  await store.write<'receive-events'>({ kind: 'receive-events', platform: 'line', unread: [], at, events })
}

function migrate(dataDir: string, url: string, ...words: string[]) {
  return innkeeper(['migrate', '--to', url, '--data', dataDir, ...words])
}
