import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChannelWebhook, CreatedWebhook, WebhookDeliveries } from '@innkeeper/contract'
import { Webhook } from 'standardwebhooks'
import { createSecretBox } from '../../../src/app/storage/secret-box.ts'
import { webhookSecret } from '../../../src/domain/webhooks/webhook-secret.ts'
import { startWebhookReceiver } from '../../support/alerts/webhook-receiver.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import type { Caller } from '../../support/http/caller.ts'
import { startTestService } from '../../support/test-service.ts'

const channelId = 'C-hooks'
const receiver = await startWebhookReceiver()
// Signatures are checked against the real time.
const service = await startTestService(
  { INNKEEPER_WEBHOOK_ALLOW: receiver.host, INNKEEPER_SECRET_KEY: 'ab'.repeat(32) },
  { now: Date.now() },
)
await service.channel(channelId, { owner: 'U-owner', admins: ['U-admin'], members: ['U-member'] })
for (const userId of ['U-owner', 'U-admin', 'U-member']) await service.subscribe(channelId, userId)
const owner = await service.caller('U-owner')
const admin = await service.caller('U-admin')
const path = `/api/channels/${channelId}/webhooks`
const everything = [
  'message.created',
  'message.edited',
  'message.unsent',
  'media.stored',
  'member.joined',
  'member.left',
  'channel.changed',
] as const

async function create(caller: Caller, more: object = {}): Promise<CreatedWebhook> {
  const { status, body } = await caller.post(path, { url: receiver.url, events: everything, ...more })
  assert.equal(status, 201, JSON.stringify(body))
  return body as CreatedWebhook
}

/** What arrives from now on. */
function listen() {
  const from = receiver.received.length
  return {
    all: () => receiver.received.slice(from),
    until: async (count: number) => (await receiver.until(from + count)).slice(from),
  }
}

let at = service.clock.now
async function say(id: string, text = 'Hello', from = 'U-member') {
  await service.receive([message(channelId, ++at, { id, from, content: { type: 'text', text } })])
}

async function deliveriesOf(id: string): Promise<WebhookDeliveries['deliveries']> {
  return ((await owner.get(`${path}/${id}/deliveries`)).body as WebhookDeliveries).deliveries
}

/** The receiver knows of an attempt before it is recorded, and only then is the next one planned. */
async function untilTried(id: string, attempts: number): Promise<void> {
  await eventually(
    () => deliveriesOf(id),
    (all) => all.find(({ no }) => no === 1)?.attempts === attempts,
  )
}

describe('webhooks', { concurrency: false }, () => {
  test('sends what happens, in order and signed, without contents unless they are wanted', async () => {
    const thin = await create(owner)
    const heard = listen()
    await say('m1', 'The key is under the mat')
    await heard.until(1)
    await service.receive([unsent(channelId, ++at, 'm1')])
    const [created, gone] = await heard.until(2)
    const verifier = new Webhook(thin.secret)
    assert.ok(created && gone)
    for (const one of [created, gone]) assert.deepEqual(verifier.verify(one.raw, one.headers), one.event)
    assert.deepEqual([created.event.type, gone.event.type], ['message.created', 'message.unsent'])
    assert.equal(created.event.data.messageId, 'm1')
    await checkLink(created.event.data.link)
    assert.doesNotMatch(
      heard
        .all()
        .map(({ raw }) => raw)
        .join(),
      /under the mat/,
    )
    // Controls: another secret, body or ID doesn't fit.
    assert.throws(() =>
      new Webhook(`whsec_${Buffer.alloc(32, 9).toString('base64')}`).verify(created.raw, created.headers),
    )
    assert.throws(() => verifier.verify(`${created.raw} `, created.headers))
    assert.throws(() => verifier.verify(created.raw, { ...created.headers, 'webhook-id': 'w_1' }))
    await owner.delete(`${path}/${thin.webhook.id}`)

    await create(owner, { contents: 'full' })
    const full = listen()
    await say('m2', 'See you at seven')
    const [got] = await full.until(1)
    assert.match(got?.raw ?? '', /See you at seven/)
  })

  test('a message that was unsent before it could be sent has no contents', async () => {
    await removeAll()
    const { webhook } = await create(owner, { contents: 'full' })
    receiver.status = 503
    const heard = listen()
    await say('m3', 'Not for long')
    await untilTried(webhook.id, 1)
    await service.receive([unsent(channelId, ++at, 'm3')])
    receiver.status = 204
    const from = heard.all().length
    service.clock.now += 10_000
    const all = await heard.until(from + 2)
    const [again, last] = all.slice(-2)
    assert.deepEqual([again?.event.data.gone, last?.event.type], [true, 'message.unsent'])
    assert.doesNotMatch(
      all
        .slice(from)
        .map(({ raw }) => raw)
        .join(),
      /Not for long/,
    )
    assert.match(all[0]?.raw ?? '', /Not for long/, 'control: it was there before')
    assert.equal(all[0]?.headers['webhook-id'], again?.headers['webhook-id'])
    await eventually(
      () => deliveriesOf(webhook.id),
      (found) => found.every(({ state }) => state === 'sent'),
    )
  })

  test('retries as the standard says, and later events wait for five minutes at most', async () => {
    await removeAll()
    const { webhook } = await create(owner)
    receiver.status = 500
    const heard = listen()
    await say('m4')
    await say('m5')
    await untilTried(webhook.id, 1)
    const idOf = (one: { headers: Record<string, string> } | undefined) => one?.headers['webhook-id']
    service.clock.now += 4_000
    await untilTried(webhook.id, 1)
    service.clock.now += 2_000
    await untilTried(webhook.id, 2)
    assert.equal(new Set(heard.all().map(idOf)).size, 1, 'the second one waits')
    service.clock.now += 330_000
    await untilTried(webhook.id, 3)
    receiver.status = 200
    await heard.until(4)
    assert.equal(idOf(heard.all()[3]), `${webhook.id}_2`, 'it goes on apart from the first')
    service.clock.now += 2_000_000
    await untilTried(webhook.id, 4)
    assert.deepEqual(
      (await deliveriesOf(webhook.id)).map(({ no, state, status }) => [no, state, status]),
      [
        [2, 'sent', 200],
        [1, 'sent', 200],
      ],
    )
  })

  test('stops at once after 410, and for as long as asked after 429', async () => {
    await removeAll()
    const { webhook } = await create(owner)
    receiver.status = 429
    receiver.headers = { 'retry-after': '120' }
    const heard = listen()
    await say('m6')
    await untilTried(webhook.id, 1)
    receiver.headers = {}
    receiver.status = 410
    service.clock.now += 100_000
    await say('m7')
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    assert.equal(heard.all().length, 1)
    service.clock.now += 30_000
    await heard.until(2)
    const list = async () => ((await owner.get(path)).body as { webhooks: ChannelWebhook[] }).webhooks
    const [off] = await eventually(list, ([one]) => one?.isOn === false)
    assert.deepEqual([off?.offBecause, off?.waiting], ['gone', 0])
    assert.ok(off?.offSince)
    receiver.status = 204
    await owner.put(`${path}/${webhook.id}`, { isOn: true })
    await say('m8')
    const all = await heard.until(3)
    assert.deepEqual(all[2]?.event.data.messageId, 'm8', 'what happened meanwhile is not sent')
  })

  test('sends an event again, or all since a time, under the same IDs', async () => {
    await removeAll()
    const { webhook } = await create(owner)
    const heard = listen()
    const since = new Date(at - 5_000).toISOString().replace(/\.\d+/, '')
    await say('m9')
    await say('m10')
    await heard.until(2)
    await eventually(
      () => deliveriesOf(webhook.id),
      (all) => all.every(({ state }) => state === 'sent'),
    )
    assert.deepEqual((await owner.post(`${path}/${webhook.id}/deliveries/2/again`)).body, { success: true })
    const [, , again] = await heard.until(3)
    assert.equal(again?.headers['webhook-id'], `${webhook.id}_2`)
    assert.deepEqual((await owner.post(`${path}/${webhook.id}/replay`, { since })).body, { events: 2 })
    await heard.until(5)
    const { status, body } = await owner.post(`${path}/${webhook.id}/deliveries/77/again`)
    assert.deepEqual([status, (body as { error: string }).error.includes('no event 77')], [400, true])
  })

  test('belongs to a person: it stops with their rights, and others can only turn it off', async () => {
    await removeAll()
    const { webhook } = await create(admin, { contents: 'full' })
    const other = `${path}/${webhook.id}`
    assert.equal((await owner.put(other, { url: 'https://elsewhere.example/' })).status, 403)
    assert.equal((await owner.post(`${other}/secret`)).status, 403)
    assert.equal((await owner.post(`${other}/test`)).status, 403)
    assert.equal((await owner.get(`${other}/deliveries`)).status, 403)
    assert.equal((await owner.post(`${other}/deliveries/1/again`)).status, 403)
    assert.equal((await owner.post(`${other}/replay`, { since: '2026-03-01T00:00:00Z' })).status, 403)
    const urls = async (caller: Caller) =>
      ((await caller.get(path)).body as { webhooks: ChannelWebhook[] }).webhooks.map(({ url, host }) => [url, host])
    assert.deepEqual(await urls(owner), [[null, receiver.host]])
    assert.deepEqual(await urls(admin), [[receiver.url, receiver.host]])
    const heard = listen()
    const setRole = (role: 'admin' | 'member') => owner.put(`/api/channels/${channelId}/members/U-admin/role`, { role })
    await setRole('member')
    await say('m11')
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    assert.deepEqual(heard.all(), [])
    await setRole('admin')
    await say('m12')
    const ids = () => heard.all().map(({ event }) => event.data.messageId)
    const all = await eventually(ids, (found) => found.includes('m12'))
    assert.ok(!all.includes('m11'))
    const [first] = heard.all()
    assert.equal(first?.event.type, 'channel.reset', 'the receiver learns that something is missing')
    assert.equal((await owner.put(other, { isOn: false })).status, 200)
    assert.equal((await owner.put(other, { isOn: true })).status, 403)
    assert.equal((await owner.delete(other)).status, 200)
  })

  test('a new secret signs at once, and the former one for a day', async () => {
    await removeAll()
    const { webhook, secret } = await create(owner)
    const renewed = (await owner.post(`${path}/${webhook.id}/secret`)).body as { secret: string }
    assert.notEqual(renewed.secret, secret)
    const heard = listen()
    await say('m13')
    const [both] = await heard.until(1)
    assert.ok(both)
    // The service's clock has moved on, so the verifier would take it for a forgery.
    const {
      'webhook-id': id = '',
      'webhook-timestamp': seconds = '',
      'webhook-signature': signatures = '',
    } = both.headers
    const sign = (one: string) => new Webhook(one).sign(id, new Date(Number(seconds) * 1000), both.raw)
    assert.deepEqual(signatures.split(' '), [sign(renewed.secret), sign(secret)])
    service.clock.now += 86_400_000 + 1_000
    await say('m14')
    const [, later] = await heard.until(2)
    assert.ok(later)
    assert.deepEqual(
      [both, later].map(({ headers }) => headers['webhook-signature']?.split(' ').length),
      [2, 1],
    )
  })

  test('only public addresses with https, and those that the operator allowed', async () => {
    await removeAll()
    const refused: [url: string, sentence: RegExp][] = [
      ['nowhere', /set it to a URL such as/],
      ['http://example.com/', /must begin with https/],
      ['ftp://example.com/', /must begin with https/],
      ['https://user:password@example.com/', /contains a user name or password/],
    ]
    for (const [url, sentence] of refused) {
      const { status, body } = await owner.post(path, { url, events: ['message.created'] })
      assert.equal(status, 400, url)
      assert.match((body as { error: string }).error, sentence)
    }
    const inside = ['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', 'localhost', '169.254.169.254', '[::1]']
    for (const host of inside) {
      const { webhook } = await create(owner, { url: `https://${host}/` })
      const { body } = await owner.post(`${path}/${webhook.id}/test`)
      assert.equal((body as { failure: string }).failure, 'not-allowed', host)
      await owner.delete(`${path}/${webhook.id}`)
    }
    const { webhook } = await create(owner)
    const heard = listen()
    for (let count = 0; count < 2; count++) {
      const { body } = await owner.post(`${path}/${webhook.id}/test`)
      assert.equal((body as { isAccepted: boolean }).isAccepted, true)
    }
    assert.equal(new Set(heard.all().map(({ headers }) => headers['webhook-id'])).size, 2, 'none is a repetition')
  })

  test('the rights of its owner count for each event, also while others wait', async () => {
    await removeAll()
    const { webhook } = await create(admin, { contents: 'full' })
    const control = await create(owner)
    const setRole = (role: 'admin' | 'member') => owner.put(`/api/channels/${channelId}/members/U-admin/role`, { role })
    const ofAdmin = ({ headers }: { headers: Record<string, string> }) =>
      (headers['webhook-id'] ?? '').startsWith(`${webhook.id}_`)
    let isDemoted = false
    receiver.beforeAnswer = async (received) => {
      if (isDemoted || !ofAdmin(received)) return
      isDemoted = true
      await setRole('member')
    }
    const heard = listen()
    const events = ['m20', 'm21', 'm22'].map((id) => message(channelId, ++at, { id, from: 'U-member' }))
    await service.receive(events)
    const ids = (mine: boolean) =>
      heard
        .all()
        .filter((one) => ofAdmin(one) === mine)
        .map(({ event }) => event.data.messageId)
    await eventually(
      () => [isDemoted, ids(false)],
      () => isDemoted && ids(false).includes('m22'),
    )
    // What is said later is sent to the other one only after several more looks at both.
    await say('m23')
    await eventually(
      () => ids(false),
      (all) => all.includes('m23'),
    )
    assert.deepEqual(ids(true), ['m20'])
    receiver.beforeAnswer = async () => {}
    await setRole('admin')
    await owner.delete(`${path}/${control.webhook.id}`)
  })

  test('no text is kept, even if the receiver answers with what it got', async () => {
    await removeAll()
    receiver.echoes = true
    receiver.status = 200
    const canary = 'canary-in-an-answer'
    const { webhook } = await create(owner, { contents: 'full' })
    await say('m30', canary)
    const sent = ([one]: WebhookDeliveries['deliveries']) => one?.state === 'sent'
    const [full] = await eventually(() => deliveriesOf(webhook.id), sent)
    assert.equal(full?.answer, '')
    await service.receive([unsent(channelId, ++at, 'm30')])
    await eventually(
      () => service.store.listDeliveries(webhook.id, 10),
      (all) => all.length === 2 && all.every(({ nextAt }) => nextAt === null),
    )
    assert.ok(!JSON.stringify(await service.store.listDeliveries(webhook.id, 10)).includes(canary))
    await owner.put(`${path}/${webhook.id}`, { contents: 'thin' })
    await say('m31', canary)
    const [thin] = await eventually(
      () => deliveriesOf(webhook.id),
      (all) => all[0]?.no === 3 && sent(all),
    )
    assert.match(thin?.answer ?? '', /message\.created/, 'control: otherwise its beginning is')
    assert.ok(!thin?.answer.includes(canary))
    receiver.echoes = false
  })

  test('at most ten in a channel, and each leaves a trace in the log without its address', async () => {
    await removeAll()
    for (let count = 0; count < 10; count++) await create(owner)
    const { status, body } = await owner.post(path, { url: receiver.url, events: ['message.created'] })
    assert.deepEqual(
      [status, (body as { error: string }).error],
      [400, 'A channel can have at most 10 webhooks; delete one first'],
    )
    const log = JSON.stringify((await owner.get(`/api/channels/${channelId}/audit`)).body)
    assert.match(log, /webhook\.created/)
    assert.ok(!log.includes(receiver.url))
  })

  test('are signed with a key that is not in the database as it is', async () => {
    await removeAll()
    const { webhook, secret } = await create(owner)
    const stored = (await service.store.listSettings()).find(({ name }) => name === 'webhookKey')
    assert.ok(stored?.isSealed)
    assert.notEqual(secret, webhookSecret(service.store.secret, webhook.id, 1))
    const key = createSecretBox(service.config).open('webhookKey', stored.value) ?? ''
    assert.equal(secret, webhookSecret(key, webhook.id, 1), 'the control')
  })
})

/** The console has a page there. */
async function checkLink(link: unknown): Promise<void> {
  const { pathname, search } = new URL(String(link), service.url)
  assert.equal(`${pathname}${search}`, `/channels/${channelId}?message=m1`)
  assert.equal((await fetch(`${service.url}${pathname}${search}`)).status, 200)
  assert.equal((await fetch(`${service.url}${pathname}/messages/m1`)).status, 404, 'control')
}

async function removeAll(): Promise<void> {
  receiver.status = 204
  const { webhooks } = (await owner.get(path)).body as { webhooks: ChannelWebhook[] }
  for (const { id } of webhooks) await owner.delete(`${path}/${id}`)
}
