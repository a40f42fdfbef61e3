import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CreatedWebhook, Send } from '@innkeeper/contract'
import { startWebhookReceiver } from '../../support/alerts/webhook-receiver.ts'
import { message } from '../../support/content/events.ts'
import { openBrowser } from '../../support/http/browser.ts'
import { importsOf, lineFile } from '../../support/imports/owner-imports.ts'
import { startPushService } from '../../support/push/push-service.ts'
import { startTestService } from '../../support/test-service.ts'

const receiver = await startWebhookReceiver()
const push = await startPushService()
const service = await startTestService(
  { INNKEEPER_WEBHOOK_ALLOW: receiver.host, INNKEEPER_SECRET_KEY: 'ab'.repeat(32) },
  { push: push.options },
)
const reply = { expiresAt: null, isOneUse: true, cost: 'free' } as const
let count = 0

async function openGroup() {
  const channelId = await service.channel(`C-${++count}`, {
    owner: 'U-owner',
    members: ['U-member'],
    subscribers: ['U-owner'],
  })
  const owner = await service.caller('U-owner')
  const path = `/api/channels/${channelId}`
  return {
    channelId,
    owner,
    path,
    async create(contents: 'thin' | 'full', events = ['message.created']) {
      const wish = { url: receiver.url, events, contents }
      const { status, body, text } = await owner.post(`${path}/webhooks`, wish)
      assert.equal(status, 201, text)
      return (body as CreatedWebhook).webhook.id
    },
    async say(isFree: boolean) {
      const said = message(channelId, service.clock.now, { from: 'U-member' })
      await service.receive([isFree ? { ...said, reply: { token: `r-${++count}`, ...reply } } : said])
    },
    async notices() {
      const { sends } = (await owner.get(`${path}/assistant/log`)).body as { sends: Send[] }
      return sends.filter(({ kind }) => kind === 'notice')
    },
  }
}

test('turning on a webhook is announced with the next free reply, once, and pushed at once where that is allowed', async () => {
  const { owner, path, create, say, notices } = await openGroup()
  const webhookId = await create('thin')
  await say(false)
  assert.deepEqual(await notices(), [], 'without a reply token, nothing can be said')
  await say(true)
  await say(true)
  const [notice, ...others] = await notices()
  assert.match(JSON.stringify(notice), /A webhook was turned on.*but not what is said/)
  assert.deepEqual(others, [])
  // It tells more now.
  await owner.put(`${path}/settings`, { allowPush: true })
  await owner.put(`${path}/webhooks/${webhookId}`, { contents: 'full' })
  const [more] = await notices()
  assert.match(JSON.stringify(more), /what is said in this chat is now also sent/)
  assert.equal((await notices()).length, 2)
  await owner.put(`${path}/webhooks/${webhookId}`, { events: ['member.joined'] })
  await owner.put(`${path}/webhooks/${webhookId}`, { isOn: false })
  assert.equal((await notices()).length, 2, 'control: other changes say nothing')
  await owner.put(`${path}/webhooks/${webhookId}`, { isOn: true })
  assert.equal((await notices()).length, 3)
})

test('a webhook that is deleted before it could be announced is not announced', async () => {
  const { owner, path, create, say, notices } = await openGroup()
  await owner.delete(`${path}/webhooks/${await create('full')}`)
  await say(true)
  assert.deepEqual(await notices(), [])
})

test('a finished and an undone import are sent once each, and that what came with it was not sent one by one', async () => {
  const { channelId, owner, create } = await openGroup()
  const imports = importsOf(owner, channelId)
  await create('full', ['message.created', 'import.finished', 'import.undone'])
  const from = receiver.received.length
  const { number } = await imports.upload(lineFile('09:31 Ann Only this file knows it'))
  await imports.move(number, 'commit')
  await imports.move(number, 'undo')
  const all = (await receiver.until(from + 4)).slice(from)
  assert.deepEqual(
    all.map(({ event }) => [event.type, event.data.importNumber]),
    [
      ['import.finished', number],
      ['channel.reset', undefined],
      ['import.undone', number],
      ['channel.reset', undefined],
    ],
  )
  assert.ok(!JSON.stringify(all).includes('Only this file'))
})

test('when a webhook turned itself off, the browsers of its owner are notified, and the audit log says so', async () => {
  const { channelId, owner, path, create, say } = await openGroup()
  const browser = openBrowser(service)
  const headers = { authorization: owner.authorization ?? '' }
  assert.equal((await browser.request('POST', '/api/sign-ins', { headers })).status, 201)
  assert.equal((await browser.put('/api/notifications', push.subscribe('owner').body)).status, 200)
  service.clock.now += 1_000
  const webhookId = await create('thin')
  receiver.status = 410
  await say(false)
  const [pushed] = await push.until(1)
  assert.deepEqual(pushed?.notification, { kind: 'webhook-off', path: `/channels/${channelId}` })
  const { body } = await owner.get(`${path}/audit`)
  const { entries } = body as { entries: { action: string; actor: string; target: string }[] }
  const entry = entries.find(({ action }) => action === 'webhook.turned-off')
  assert.deepEqual([entry?.actor, entry?.target], ['system', webhookId])
})
