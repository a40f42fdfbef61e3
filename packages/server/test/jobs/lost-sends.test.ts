import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openForWriting } from '../../src/adapters/sqlite/open-database.ts'
import { openWorkshop } from './workshop.ts'

test('something to say whose job was lost ends as unknown, whatever else waits in the channel', async () => {
  const shop = await openWorkshop()
  const { store, clock, dataDir } = shop
  await shop.channel('C1', { owner: 'U-owner' })
  await shop.teach('C1')
  await shop.askForHours('C1', 'r1')
  clock.now += 1
  await shop.askForHours('C1', 'r2')
  const connection = await openForWriting(dataDir)
  connection.exec("delete from jobs where kind = 'send-reply' and detail like '%r1%'")
  connection.close()
  clock.now += 24 * 60 * 60_000
  await store.write<'delete-expired'>({ kind: 'delete-expired', at: clock.now, ceilingDays: null, limit: 100 })
  assert.deepEqual(await shop.said('C1'), ['answer unknown by reply', 'answer waiting by reply'])
})
