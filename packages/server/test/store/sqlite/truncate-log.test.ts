import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { test } from 'node:test'
import { openConnection } from '../../../src/adapters/sqlite/connection.ts'
import { openServiceStore } from '../../../src/adapters/sqlite/open-store.ts'
import { databasePath } from '../../../src/domain/storage/data-folder.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { newFastFolder } from '../../support/folder.ts'
import { seedChannel } from '../seed-channel.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')

test('while a reader uses an older state, deleted text stays in the log and writes go on; then it is truncated', async (t) => {
  const dataDir = newFastFolder()
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const store = await openServiceStore({ dataDir, defaults: { timezone: 'UTC', claim: 'first' } })
  const receive = (...events: IncomingEvent[]) =>
    store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', at: noon, events, unread: [] })
  const say = (id: string, text: string) => message('C1', noon, { id, from: 'U1', content: { type: 'text', text } })
  const log = () => readFileSync(`${databasePath(dataDir)}-wal`)

  await seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
  await receive(say('m1', 'canary-lighthouse'))
  const reader = openConnection(databasePath(dataDir), { readOnly: true })
  reader.beginRead()
  assert.ok(await reader.get('select 1 from messages'))
  await receive(unsent('C1', noon + 1, 'm1'))
  // Long enough for several attempts to truncate the log.
  for (let count = 0; count < 100; count++) {
    await receive(say(`small-${count}`, 'small talk'))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.ok(log().includes('canary-lighthouse'), 'control: the log is still needed')
  reader.endRead()
  reader.close()
  await eventually(
    async () => log().includes('canary-lighthouse'),
    (isThere) => !isThere,
  )
  assert.ok(!log().includes('canary-lighthouse'))
  assert.equal((await store.countRows()).messages, 100)
  await store.close()
})
