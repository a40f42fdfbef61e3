import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { exportFormatNames } from '@innkeeper/contract'
import { receiveEvents } from '../../../src/actions/messages/receive-events.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { message } from '../../support/content/events.ts'
import { readTree } from '../../support/exported-channel.ts'
import { seedFolder, withDatabase } from '../../support/migrating.ts'
import { innkeeper, newFolder, withData } from '../../support/process/process.ts'

/** A single page is never combined with other formats. */
const wishes = [exportFormatNames.filter((name) => name !== 'html-single').join(','), 'html-single']
const dayMs = 86_400_000

test('after a migration, exports in all formats are equal in every byte to those before', async () => {
  const { dataDir, chats } = await seedFolder({ channels: 1, messages: 240, media: 6 })
  const { channelId = '', ownerId = '' } = chats[0] ?? {}
  const now = Date.now()
  const receive = (event: IncomingEvent, env: Record<string, string> = {}) =>
    withData(
      dataDir,
      ({ store }) => receiveEvents({ store, clock: () => now }, { platform: 'sample', events: [event], unread: [] }),
      { env },
    )
  const odd = '\u0000 =1+1 \ud83d 字'.repeat(10_000)
  await receive(message(channelId, now - 2, { from: ownerId, content: { type: 'text', text: odd } }))
  await withData(dataDir, async ({ store }) => {
    const beat = (from: number, to: number) =>
      store.write<'note-alive'>({ kind: 'note-alive', node: 'a', span: { beganAt: from, seenAt: to } })
    await beat(now - 20 * dayMs, now - 10 * dayMs)
    await beat(now - 9 * dayMs, now - 1000)
  })
  const exportAll = async (env: Record<string, string> = {}) => {
    const trees: Record<string, string>[] = []
    for (const formats of wishes) {
      const out = join(newFolder(), 'out')
      const words = ['export', channelId, '--as', ownerId, '--format', formats, '--out', out, '--data', dataDir]
      const { code, stderr } = await innkeeper(words, { env })
      assert.deepEqual([code, stderr], [0, ''])
      trees.push(readTree(out))
    }
    return trees
  }
  const before = await exportAll()
  const all = before.flatMap((tree) => Object.keys(tree))
  for (const name of exportFormatNames.filter((one) => !one.startsWith('html'))) {
    assert.ok(
      all.some((path) => path.startsWith(`${name}/`)),
      name,
    )
  }
  for (const folder of ['pages/', 'search/', 'media/', 'messages.html']) {
    assert.ok(
      all.some((path) => path.startsWith(folder)),
      folder,
    )
  }
  assert.ok(
    Object.values(before[0] ?? {}).some((text) => text.includes('"outages":[{')),
    'control: there is an outage',
  )
  await withDatabase(async ({ url }) => {
    const { code, stderr } = await innkeeper(['migrate', '--to', url, '--data', dataDir])
    assert.deepEqual([code, stderr], [0, ''])
    const after = await exportAll({ INNKEEPER_DATABASE_URL: url })
    for (const [index, tree] of before.entries()) {
      assert.deepEqual(Object.keys(after[index] ?? {}).toSorted(), Object.keys(tree).toSorted())
      for (const [path, bytes] of Object.entries(tree)) assert.ok(after[index]?.[path] === bytes, path)
    }
    await receive(message(channelId, now - 1, { from: ownerId }), { INNKEEPER_DATABASE_URL: url })
    assert.notDeepEqual(await exportAll({ INNKEEPER_DATABASE_URL: url }), before, 'control: it reads the new database')
  })
})
