import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { seedChannel } from '../../store/seed-channel.ts'
import { message } from '../../support/content/events.ts'
import { idsOfHits, searchAll } from '../../support/content/search.ts'
import { eventually } from '../../support/eventually.ts'
import { createCaller } from '../../support/http/caller.ts'
import { createKey, newFolder, serve, withData } from '../../support/process/process.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const total = 3000

test('stored messages are found exactly once after a SIGKILL before or during indexing', async (context) => {
  const dataDir = newFolder()
  await withData(dataDir, async ({ store }) => {
    await seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
    for (let from = 0; from < total; from += 100) {
      const events = Array.from({ length: 100 }, (_, index) =>
        message('C1', noon + from + index, {
          id: `m${from + index}`,
          content: { type: 'text', text: `needle ${(from + index) % 100} 針` },
        }),
      )
      await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', at: noon, events, unread: [] })
    }
  })
  const { key } = await createKey(dataDir, 'U1')
  const expected = Array.from({ length: total / 100 }, (_, index) => `m${total - 100 * index - 58}`)
  const find = async (url: string) =>
    idsOfHits(await searchAll(createCaller(url, `Bearer ${key}`), 'C1', { q: 'dle 42 針' }))
  assert.equal(await countIndexed(dataDir), 0, 'nothing is in the index yet, as after a crash')
  for (const killAfterMs of [0, 30]) {
    const killed = await serve(dataDir)
    await pause(killAfterMs)
    assert.equal((await killed.stop('SIGKILL')).signal, 'SIGKILL')
    context.diagnostic(`indexed when it was killed: ${await countIndexed(dataDir)} of ${total}`)
  }
  const service = await serve(dataDir)
  assert.deepEqual(await find(service.url), expected)
  await eventually(
    () => countIndexed(dataDir),
    (indexed) => indexed === total,
  )
  assert.deepEqual(await find(service.url), expected)
  assert.equal((await service.stop()).code, 0)
  assert.equal(await countIndexed(dataDir), total)
})

async function countIndexed(dataDir: string): Promise<number> {
  return await withData(dataDir, async ({ store }) => total - (await store.getIndexState(1)).unindexed.length)
}
