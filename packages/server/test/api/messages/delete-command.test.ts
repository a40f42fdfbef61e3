import assert from 'node:assert/strict'
import { test } from 'node:test'
import { botTexts } from '../../../src/domain/platforms/bot-texts.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { botAdded } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { indexAll } from '../../support/content/search.ts'
import { createFakeConnector, describeFake, fakeDelivery, fakePlatform } from '../../support/line/fake-platform.ts'
import { startTestService } from '../../support/test-service.ts'

const connector = { ...createFakeConnector(), description: describeFake(fakePlatform, { seesUnsending: false }) }
const service = await startTestService({}, { connectors: [connector] })
const owner = await service.caller('U-owner')
const noon = service.clock.now
const texts = botTexts('en').delete
let count = 0

const right = () => ({ token: `t-${++count}`, expiresAt: noon + 60_000, isOneUse: true, cost: 'free' }) as const

async function group() {
  const channelId = await service.channel(`C-${++count}`, {
    owner: 'U-owner',
    admins: ['U-admin'],
    members: ['U-mai', 'U-ben'],
    subscribers: ['U-owner', 'U-ben'],
  })
  const path = `/api/channels/${channelId}`
  const ask = async (from: string, quotedMessageId?: string) => {
    const said = message(channelId, noon, { from, content: { type: 'text', text: '/delete' } })
    const details = quotedMessageId === undefined ? {} : { details: { quotedMessageId } }
    await service.receive([{ ...said, ...details, reply: right() }])
    const { sends } = (await owner.get(`${path}/assistant/log`)).body
    return sends[0].texts[0]
  }
  const status = async (id: string) => (await owner.get(`${path}/backup/messages/${id}`)).status
  return { channelId, path, ask, status }
}

test('a reply with /delete takes a message out of the backup, for its sender and for admins', async () => {
  const { channelId, path, ask, status } = await group()
  const ids = ['m-own', 'm-other', 'm-photo', 'm-kept']
  await service.receive([
    message(channelId, noon, { id: 'm-own', from: 'U-mai', content: { type: 'text', text: 'walrus one' } }),
    message(channelId, noon, { id: 'm-other', from: 'U-mai', content: { type: 'text', text: 'walrus two' } }),
    message(channelId, noon, { id: 'm-photo', from: 'U-mai', content: { type: 'image' }, caption: 'walrus three' }),
    message(channelId, noon, { id: 'm-kept', from: 'U-mai', content: { type: 'text', text: 'walrus four' } }),
  ])
  await service.storeMedia(channelId, 'm-photo', Buffer.from('photo'))
  await indexAll(service.store)
  assert.equal(await ask('U-ben', 'm-own'), texts.notYours)
  assert.deepEqual(await Promise.all(ids.map(status)), [200, 200, 200, 200])
  assert.equal(await ask('U-mai', 'm-own'), texts.done)
  assert.equal(await ask('U-admin', 'm-other'), texts.done)
  assert.equal(await ask('U-owner', 'm-photo'), texts.done)
  assert.deepEqual(await Promise.all(ids.map(status)), [404, 404, 404, 200])
  assert.equal((await owner.get(`${path}/backup/media/m-photo`)).status, 404, 'with its file')
  const { hits } = (await owner.get(`${path}/backup/search?q=walrus`)).body
  assert.deepEqual(
    hits.map(({ item }: { item: { id: string } }) => item.id),
    ['m-kept'],
  )
  const { entries } = (await owner.get(`${path}/audit`)).body
  const deleted = entries.filter(({ action }: { action: string }) => action === 'message.deleted')
  assert.deepEqual(
    deleted.map(({ target, detail }: { target: string; detail: object }) => [target, detail]),
    [
      ['U-owner', { isOwn: false }],
      ['U-admin', { isOwn: false }],
      ['U-mai', { isOwn: true }],
    ],
  )
  await service.receive([message(channelId, noon, { id: 'm-own', from: 'U-mai' })])
  assert.equal(await status('m-own'), 404, 'a redelivery brings nothing back')
})

test('/delete without a reply, or for a message that is not saved, says so and deletes nothing', async () => {
  const { channelId, ask, status } = await group()
  await service.receive([message(channelId, noon, { id: 'm-1', from: 'U-mai' })])
  assert.equal(await ask('U-mai'), texts.which)
  assert.equal(await ask('U-mai', 'm-unknown'), texts.notSaved)
  assert.equal(await ask('U-mai', 'm-1'), texts.done)
  assert.equal(await ask('U-mai', 'm-1'), texts.notSaved, 'it is gone')
  assert.equal(await status('m-1'), 404)
})

test('where the platform reports nothing of unsent messages, the notice says how to delete them', async () => {
  const arrive = async (channelId: string) => {
    const event = { ...botAdded(channelId, noon), reply: right() } as IncomingEvent
    const sent = await owner.request('POST', `/webhooks/${fakePlatform}`, fakeDelivery({ events: [event] }))
    assert.equal(sent.status, 200)
    await service.channel(channelId, { owner: 'U-owner' })
    const { sends } = (await owner.get(`/api/channels/${channelId}/assistant/log`)).body
    return sends.find(({ kind }: { kind: string }) => kind === 'notice').texts[0]
  }
  const { unsending, deleting } = botTexts('en').notice
  const notice = await arrive('C-silent')
  assert.ok(notice.includes(deleting) && !notice.includes(unsending), notice)
})
