import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import type { Store } from '../../../src/ports/store.ts'
import { edited, joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { createCaller } from '../../support/http/caller.ts'
import { byHand, type MigrationSetup, seedFolder, viewOf, withDatabase } from '../../support/migrating.ts'
import { innkeeper, serve, withData } from '../../support/process/process.ts'

describe('innkeeper migrate', () => {
  test('moves a stopped instance as a whole: the new service shows and finds what the old one did', async () => {
    const { dataDir, chats: households } = await seedFolder()
    const key = 'ab'.repeat(32)
    writeFileSync(join(dataDir, 'secret.key'), `${key}\n`)
    const before = await viewOf({ INNKEEPER_DATA: dataDir }, households)
    await withDatabase(async ({ url }) => {
      const { code, stdout, stderr } = await migrate(dataDir, url)
      assert.deepEqual([code, stderr], [0, ''])
      assert.match(stdout, /Every table was compared by checksum/)
      assert.match(
        stdout,
        /The migration is finished\..*INNKEEPER_DATABASE_URL=postgres:\/\/.*\n {2}INNKEEPER_SECRET_KEY=… \(the content of .+secret\.key, on every node\)\n.*Never start the service without/s,
      )
      assert.ok(!stdout.includes(`:${new URL(url).password}@`), 'the password is not shown')
      assert.ok(!stdout.includes(key))

      const env = { INNKEEPER_DATA: dataDir, INNKEEPER_DATABASE_URL: url }
      assert.deepEqual(await viewOf(env, households), before)
      const rows = await byHand(url, 'select count(*)::integer as count from messages_before')
      assert.deepEqual(rows, [{ count: 0 }], 'every message is in the partition of its month')
      await receiveMore(env, households)
      const again = await migrate(dataDir, url)
      assert.equal(again.code, 1)
      assert.match(again.stderr, /database of --to is already in use by an Innkeeper.*not changed/)
    })
  })

  test('beside a running service, and once more after it, picks up what was sent, changed and deleted since', async () => {
    const { dataDir, chats: households } = await seedFolder()
    const [first] = households
    assert.ok(first)
    await withDatabase(async ({ url }) => {
      const env = { INNKEEPER_DATA: dataDir, INNKEEPER_DATABASE_URL: url }
      const service = await serve(dataDir)
      const beside = await migrate(dataDir, url)
      assert.deepEqual([beside.code, beside.stderr], [0, ''])
      assert.match(beside.stdout, /A service is still running on .+ Stop it and run the same command again/)
      const early = await innkeeper(['serve', '--port', '0'], { env })
      assert.equal(early.code, 1)
      assert.match(early.stderr, /A migration to the database of INNKEEPER_DATABASE_URL was not finished/)

      await makeChanges(service.url, dataDir, households)
      const compared = await migrate(dataDir, url, '--check')
      assert.equal(compared.code, 1)
      assert.match(compared.stdout, /does not have the same data as.*^messages /ms)
      await service.stop()
      const before = await viewOf({ INNKEEPER_DATA: dataDir }, [first])

      const last = await migrate(dataDir, url)
      assert.deepEqual([last.code, last.stderr], [0, ''])
      assert.match(last.stdout, /The migration is finished/)
      assert.equal((await migrate(dataDir, url, '--check')).code, 0)
      assert.deepEqual(await viewOf(env, [first]), before)
      assert.match(JSON.stringify(before), /said-meanwhile/)
    })
  })
})

/** A message arrives, and numbering continues. */
async function receiveMore(env: Record<string, string>, households: MigrationSetup[]): Promise<void> {
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

/** All kinds of changes in the first group. The other groups are deleted. */
async function makeChanges(url: string, dataDir: string, [first, ...others]: MigrationSetup[]): Promise<void> {
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

async function receive(store: Store, events: IncomingEvent[]): Promise<void> {
  const at = Date.now()
  await store.write<'receive-events'>({ kind: 'receive-events', platform: 'line', unread: [], at, events })
}

function migrate(dataDir: string, url: string, ...words: string[]) {
  return innkeeper(['migrate', '--to', url, '--data', dataDir, ...words])
}
