import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from './platform.ts'

test('chat events arrive signed by the platform and in our own format', async (t) => {
  const { platform, connector, received } = await startPlatform(t)
  connector.setAccount(platform.botUserId)
  const [mika, ken] = [platform.addUser(), platform.addUser({ hasConsented: false })]
  const service = platform.addGroup({ members: [mika, ken] })
  await service.invite()
  const { messageId } = await service.say(mika, 'See you at nine.')
  await service.edit(mika, messageId, 'See you at ten.')
  await service.unsend(mika, messageId)
  await service.say(ken, { type: 'sticker' })
  for (const type of ['image', 'video', 'audio'] as const) await service.say(mika, { type })
  await service.say(mika, { type: 'file', fileName: 'a.pdf' })
  await service.say(mika, { type: 'location', latitude: 1, longitude: 2 })
  await service.postback(mika, 'nothing for us')
  await service.leave(mika)
  await service.join(mika)
  await service.removeBot()
  await platform.follow(mika)
  await platform.unfollow(mika)
  await platform.settled()

  const said = received.filter((event) => event.kind === 'message')
  assert.deepEqual(
    said.map(({ content, hasFile = false }) => [content.type, hasFile]),
    [
      ['text', false],
      ['sticker', false],
      ['image', true],
      ['video', true],
      ['audio', true],
      ['file', true],
      ['location', false],
    ],
  )
  assert.deepEqual([said[0]?.sender?.userId, said[1]?.sender], [mika.userId, undefined])
  assert.deepEqual(
    received.filter((event) => event.kind !== 'message').map((event) => [event.kind, event.reply !== undefined]),
    [
      ['bot-added', true],
      ['message-edited', true],
      ['message-unsent', false],
      ['members-left', false],
      ['members-joined', true],
      ['bot-removed', false],
      ['bot-added', true],
      ['bot-removed', false],
    ],
  )
})

test('a delivery for another account is refused', async (t) => {
  const { platform, connector, received } = await startPlatform(t)
  connector.setAccount('U00000000000000000000000000000000')
  const { status } = await platform.deliver([])
  assert.equal(status, 401)
  connector.setAccount(platform.botUserId)
  assert.equal((await platform.deliver([])).status, 200)
  assert.deepEqual(received, [])
})
