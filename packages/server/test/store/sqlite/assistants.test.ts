import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createAssistants } from '../../../src/adapters/sql/assistant/assistants.ts'
import type { Reader } from '../../../src/adapters/sql/sql.ts'
import { openConnection } from '../../../src/adapters/sqlite/connection.ts'
import { openCommandStore } from '../../../src/adapters/sqlite/open-store.ts'
import { databasePath } from '../../../src/domain/storage/data-folder.ts'
import { botAdded } from '../../support/content/chat-events.ts'
import { noon, operator } from '../store-world.ts'

const defaults = { timezone: 'UTC', claim: 'first' } as const
const dataDir = mkdtempSync(join(tmpdir(), 'inn-assistants-'))
const store = await openCommandStore({ dataDir, defaults })
const connection = openConnection(databasePath(dataDir))
after(async () => {
  connection.close()
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** How often rules were read. */
let loads = 0
const counting: Reader = {
  ...connection,
  all(text: string, ...values) {
    if (text.includes('from rules')) loads++
    return connection.all(text, ...values)
  },
}

const channelIds = ['C1', 'C2', 'C3']
const events = channelIds.map((channelId) => botAdded(channelId, noon))
await store.write<'receive-events'>({ kind: 'receive-events', at: noon, platform: 'fake', events, unread: [] })
for (const channelId of channelIds) {
  const rule = { keywords: ['tea'], question: 'Tea?', answer: 'Yes.' }
  await store.write<'create-rule'>({ kind: 'create-rule', by: operator, at: noon, channelId, rule })
}

test('rules are compiled once for a version, and again for another', async () => {
  const assistants = createAssistants(defaults)
  loads = 0
  for (const version of [1, 1, 2, 2, 1]) await assistants.get(counting, 1, version)
  assert.equal(loads, 3)
})

test('the least recently used rules are evicted, but never the requested ones', async () => {
  const large = createAssistants(defaults)
  const small = createAssistants(defaults, 1)
  loads = 0
  for (const channelNo of [1, 2, 1, 2]) await large.get(counting, channelNo, 1)
  assert.equal(loads, 2, 'both fit')
  loads = 0
  for (const channelNo of [1, 1, 2, 1]) await small.get(counting, channelNo, 1)
  assert.equal(loads, 3)
})

test('rules loaded in a transaction that was rolled back are not cached', async () => {
  const assistants = createAssistants(defaults)
  loads = 0
  await assistants.get(counting, 1, 7)
  assistants.noteRollback()
  await assistants.get(counting, 1, 7)
  assistants.noteCommit()
  assistants.noteRollback()
  await assistants.get(counting, 1, 7)
  assert.equal(loads, 2)
})
