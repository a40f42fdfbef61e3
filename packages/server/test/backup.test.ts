import assert from 'node:assert/strict'
import { test } from 'node:test'
import { message } from './support/events.ts'
import { openInn } from './support/inn.ts'

test('a subscriber reads the messages of a day, page by page', async () => {
  const inn = await openInn()
  const channel = await inn.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await inn.caller('U-owner')
  await inn.receive(
    Array.from({ length: 5 }, (_, index) => message(channel, inn.clock.now + index, { id: `m${index}` })),
  )
  const first = await owner.get(`/api/channels/${channel}/backup/messages?limit=3`)
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(
    first.body.messages.map((one: { id: string }) => one.id),
    ['m0', 'm1', 'm2'],
  )
  const second = await owner.get(`/api/channels/${channel}/backup/messages?cursor=${first.body.nextCursor}`)
  assert.deepEqual(
    second.body.messages.map((one: { id: string }) => one.id),
    ['m3', 'm4'],
  )
  assert.equal(second.body.nextCursor, null)
})
