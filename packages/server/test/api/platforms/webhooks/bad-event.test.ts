import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomingEvent } from '../../../../src/ports/connector.ts'
import { message } from '../../../support/content/events.ts'
import { fakeDelivery, fakePlatform } from '../../../support/line/fake-platform.ts'
import { startTestService } from '../../../support/test-service.ts'

const service = await startTestService()
const platform = service.callerWith(undefined)
const path = `/webhooks/${fakePlatform}`

/** An event that passes every parser but cannot be stored, as a bug of ours could create one. */
function poison(channelId: string, id: string): IncomingEvent {
  return { ...message(channelId, service.clock.now, { id }), messageId: { deep: [id] } as unknown as string }
}

const textsOf = async (channelId: string) => {
  const { body } = await (await service.caller('U-owner')).get(`/api/channels/${channelId}/backup/messages?limit=100`)
  return body.messages.map(({ id }: { id: string }) => id)
}

test('an event that cannot be stored is kept as it arrived, with the reason, and affects no other of its batch', async () => {
  await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const good = ['m1', 'm2', 'm3'].map((id) => message('C1', service.clock.now, { id, from: 'U-owner' }))
  const bad = poison('C1', 'm-bad')
  const unread = [
    { at: service.clock.now, reason: 'nobody knows this kind', raw: '{"type":"dance"}', eventId: 'e-dance' },
  ]
  const events = [...good.slice(0, 1), bad, ...good.slice(1)]
  const delivery = fakeDelivery({ events, unread })
  const answer = await platform.request('POST', path, delivery)
  assert.deepEqual([answer.status, answer.text], [200, '{}'])
  assert.deepEqual(await textsOf('C1'), ['m1', 'm2', 'm3'])
  const kept = await service.store.listUnreadEvents(10)
  assert.deepEqual(kept.map(({ reason }) => reason.split(' (')[0]).sort(), [
    'it could not be stored',
    'nobody knows this kind',
  ])
  const raw = kept.find(({ reason }) => reason.startsWith('it could'))?.raw ?? ''
  assert.deepEqual(JSON.parse(raw), JSON.parse(JSON.stringify(bad)), 'a better parser can process it later')

  assert.equal((await platform.request('POST', path, delivery)).status, 200, 'a redelivery is acknowledged')
  assert.deepEqual(await textsOf('C1'), ['m1', 'm2', 'm3'])
  assert.equal((await service.store.getBacklog()).unreadEvents, 2, 'and adds nothing')
})

test('a batch in which nothing can be stored is acknowledged too, because all of it is kept', async () => {
  const before = (await service.store.getBacklog()).unreadEvents
  const events = ['a', 'b'].map((id) => poison('C1', id))
  assert.equal((await platform.request('POST', path, fakeDelivery({ events }))).status, 200)
  assert.equal((await service.store.getBacklog()).unreadEvents, before + 2)
})

test('control: a batch without a bad event keeps nothing unread', async () => {
  const before = (await service.store.getBacklog()).unreadEvents
  const events = [message('C1', service.clock.now, { id: 'm4', from: 'U-owner' })]
  assert.equal((await platform.request('POST', path, fakeDelivery({ events }))).status, 200)
  assert.equal((await service.store.getBacklog()).unreadEvents, before)
})
