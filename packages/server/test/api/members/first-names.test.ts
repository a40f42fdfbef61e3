import assert from 'node:assert/strict'
import { test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { indexAll, searchAll } from '../../support/content/search.ts'
import { finishErasures } from '../../support/finish-erasures.ts'
import { findInRows } from '../../support/hostile/remains.ts'
import { startTestService } from '../../support/test-service.ts'

test('a sender whose name is unknown gets one once the platform provides it, and keeps it in messages already sent', async () => {
  const service = await startTestService()
  const channelId = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  const at = service.clock.now
  await service.receive([
    message(channelId, at, { id: 'm-1', from: 'U-new' }),
    message(channelId, at, { id: 'm-2', from: 'U-new', content: { type: 'image' } }),
    message(channelId, at, { id: 'm-3', content: { type: 'text', text: '"sender":{"id":"U-new","name":"U-new"}' } }),
  ])
  await service.storeMedia(channelId, 'm-2', Buffer.from('picture'))
  const names = async () => {
    const { messages } = (await owner.get(`/api/channels/${channelId}/backup/messages`)).body
    const { items } = (await owner.get(`/api/channels/${channelId}/backup/media`)).body
    return [...messages.map(({ sender }: { sender: { name: string } }) => sender.name), items[0].sender]
  }
  const learn = (name: string) =>
    service.store.write<'record-member'>({ kind: 'record-member', at, channelId, userId: 'U-new', name, picture: null })

  assert.deepEqual(await names(), ['U-new', 'U-new', 'Name of U-owner', 'U-new'])
  await learn('Mika "M"')
  assert.deepEqual(await names(), ['Mika "M"', 'Mika "M"', 'Name of U-owner', 'Mika "M"'])
  await learn('Mika by the sea')
  assert.deepEqual(await names(), ['Mika "M"', 'Mika "M"', 'Name of U-owner', 'Mika "M"'])
  const { body } = await owner.get(`/api/channels/${channelId}/backup/messages/m-3`)
  assert.equal(body.content, '"sender":{"id":"U-new","name":"U-new"}')
})

test('messages in the search index are found by the name that their sender got later, and leave no name behind', async () => {
  const service = await startTestService()
  const channelId = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  const at = service.clock.now
  await service.receive(['m-1', 'm-2'].map((id) => message(channelId, at, { id, from: 'U-new' })))
  await indexAll(service.store)
  await service.store.write<'record-member'>({
    kind: 'record-member',
    at,
    channelId,
    userId: 'U-new',
    name: 'Mika',
    picture: null,
  })
  const hits = await searchAll(owner, channelId, { q: 'from:Mika' })
  assert.deepEqual(hits.map(({ item }) => item.id).sort(), ['m-1', 'm-2'])
  assert.notDeepEqual(
    await findInRows(service.environment, ['U-new']),
    [],
    'control: they are found as long as they are there',
  )
  await service.store.write<'erase-person'>({
    kind: 'erase-person',
    by: { kind: 'operator' },
    at,
    userId: 'U-new',
    channelId: null,
  })
  await finishErasures(service.store, at)
  assert.deepEqual(await findInRows(service.environment, ['U-new', 'Mika']), [])
})
