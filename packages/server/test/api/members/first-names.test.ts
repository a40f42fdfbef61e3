import assert from 'node:assert/strict'
import { test } from 'node:test'
import { message } from '../../support/content/events.ts'
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
