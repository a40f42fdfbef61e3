import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createClient, InnkeeperError, pages } from '@innkeeper/client'
import { message } from '../../server/test/support/content/events.ts'
import { startTestService } from '../../server/test/support/test-service.ts'

const service = await startTestService()

async function clientOf(userId: string) {
  const { authorization = '' } = await service.caller(userId)
  return createClient({ baseUrl: service.url, key: authorization.replace('Bearer ', '') })
}

const owner = await clientOf('U-owner')
/** The error that a call is refused with. */
async function refusalOf(call: Promise<unknown>): Promise<InnkeeperError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof InnkeeperError)
  return error
}

test('the client reads and writes with methods named after the routes', async () => {
  const channelId = await service.channel('C-routes', { owner: 'U-owner', guests: ['U-guest'] })
  assert.equal((await owner.getMe()).userId, 'U-owner')
  assert.deepEqual((await owner.listChannels()).channels.at(0)?.channelId, channelId)
  assert.equal((await owner.getChannel({ channelId })).role, 'owner')
  assert.deepEqual(
    (await owner.listMembers({ channelId, role: 'guest' })).members.map(({ userId }) => userId),
    ['U-guest'],
  )
  assert.deepEqual(await owner.changeRole({ channelId, userId: 'U-guest', body: { role: 'member' } }), {
    success: true,
  })
  const settings = await owner.changeSettings({ channelId, body: { timezone: 'Asia/Tokyo' } })
  assert.equal(settings.timezone, 'Asia/Tokyo')
  const rule = await owner.createRule({ channelId, body: { keywords: ['k'], question: 'q', answer: 'a' } })
  const changed = await owner.updateRule({ channelId, qaId: rule.id, body: { priority: 7 } })
  assert.deepEqual((await owner.listRules({ channelId })).rules, [changed])
  assert.deepEqual(await owner.deleteRule({ channelId, qaId: rule.id }), { success: true })
  assert.deepEqual(await owner.getSubscription({ channelId }), { subscribed: false, since: null, subscribers: 0 })
  assert.deepEqual(await owner.subscribe({ channelId }), { success: true })
  assert.equal((await owner.listAudit({ channelId, limit: 1 })).entries.length, 1)
})

test('an editable resource comes with the tag of its edition, and a change to another one is refused with a code', async () => {
  const channelId = await service.channel('C-tags', { owner: 'U-owner' })
  const read = await owner.tagged('getWelcome', { channelId })
  assert.equal(read.data.message, '')
  const body = { message: 'Hello' }
  const changed = await owner.tagged('changeWelcome', { channelId, body, ifMatch: read.tag })
  assert.equal(changed.data.message, 'Hello')
  assert.notEqual(changed.tag, read.tag)
  const late = await refusalOf(owner.changeWelcome({ channelId, body: { message: 'Hi' }, ifMatch: read.tag }))
  assert.deepEqual([late.status, late.code], [412, 'changed-meanwhile'])
  assert.deepEqual(await owner.tagged('getWelcome', { channelId }), changed)
  assert.equal((await owner.changeWelcome({ channelId, body: { message: 'Hi' }, ifMatch: null })).message, 'Hi')
})

test('routes that need no key can be called without one', async () => {
  const stranger = createClient({ baseUrl: service.url })
  assert.equal((await stranger.getHealth()).status, 'ok')
  const document = (await (await stranger.getOpenapi()).json()) as { openapi: string }
  assert.equal(document.openapi, '3.1.0')
  assert.equal((await refusalOf(stranger.getMe())).status, 401)
})

test('a refusal is an error with the status, the message and the request id', async () => {
  const channelId = await service.channel('C-errors', { owner: 'U-owner' })
  const notSubscribed = await refusalOf(owner.listMessages({ channelId }))
  assert.deepEqual([notSubscribed.status, notSubscribed.message], [403, 'Not a subscriber'])
  assert.equal(notSubscribed.name, 'InnkeeperError')
  assert.match(notSubscribed.requestId ?? '', /./)
  assert.equal(notSubscribed.retryAfterSeconds, null)
  const invalid = await refusalOf(owner.changeSettings({ channelId, body: { timezone: 'Mars/Olympus' } }))
  assert.equal(invalid.status, 400)
  assert.match(invalid.message, /^timezone must be/)
  assert.deepEqual([notSubscribed.code, invalid.code], ['not-a-subscriber', 'invalid'])
  assert.equal((await refusalOf(owner.getRule({ channelId, qaId: 'none' }))).status, 404)
})

test('the error for too many requests says how long to wait', async () => {
  const strict = await startTestService({ INNKEEPER_RATE_LIMIT: '1' })
  const { authorization = '' } = await strict.caller('U1')
  const client = createClient({ baseUrl: strict.url, key: authorization.replace('Bearer ', '') })
  await client.getMe()
  const error = await refusalOf(client.getMe())
  assert.deepEqual([error.status, error.message], [429, 'Too many requests'])
  assert.ok(error.retryAfterSeconds !== null && error.retryAfterSeconds >= 1 && error.retryAfterSeconds <= 60)
})

test('a response from a proxy in between is an error with its status', async () => {
  const proxy = createServer((_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Oops'))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  after(() => proxy.close())
  const { port } = proxy.address() as AddressInfo
  const error = await refusalOf(createClient({ baseUrl: `http://127.0.0.1:${port}` }).getHealth())
  assert.deepEqual([error.status, error.message, error.requestId], [502, 'The service answered 502', null])
  assert.equal(error.code, null)
})

test('pages() reads a list to its end', async () => {
  const channelId = await service.channel('C-pages', { owner: 'U-owner', subscribers: ['U-owner'] })
  const ids = Array.from({ length: 10 }, (_, index) => `m${index}`)
  await service.receive(ids.map((id, index) => message(channelId, service.clock.now + index, { id })))
  const sizes: number[] = []
  const seen: string[] = []
  for await (const page of pages((cursor) => owner.listMessages({ channelId, limit: 4, order: 'desc', ...cursor }))) {
    sizes.push(page.messages.length)
    seen.push(...page.messages.map(({ id }) => id))
  }
  assert.deepEqual(sizes, [4, 4, 2])
  assert.deepEqual(seen, ids.toReversed())
})

test('pages() reads a list without paging only once', async () => {
  const channelId = await service.channel('C-once', { owner: 'U-owner' })
  let reads = 0
  for await (const page of pages(() => owner.listRules({ channelId }))) {
    reads++
    assert.deepEqual(page.rules, [])
  }
  assert.equal(reads, 1)
})

test('ids with any characters reach the right resource', async () => {
  const channelId = await service.channel('C/1?x=%2F #ü', { owner: 'U-owner' })
  await owner.subscribe({ channelId })
  const messageId = 'a/b?c=d&e#f%20'
  await service.receive([message(channelId, service.clock.now, { id: messageId })])
  assert.equal((await owner.getChannel({ channelId })).meta.channelId, channelId)
  assert.equal((await owner.getMessage({ channelId, messageId, date: '2026-03-10' })).id, messageId)
  assert.equal((await owner.createRule({ channelId, body: { keywords: ['k'], question: 'q', answer: 'a' } })).hits, 0)
})

test('a download returns the bytes, and a refused download throws the error', async () => {
  const channelId = await service.channel('C-files', { owner: 'U-owner', subscribers: ['U-owner'] })
  await service.receive([message(channelId, service.clock.now, { id: 'photo', content: { type: 'image' } })])
  const early = await refusalOf(owner.downloadMedia({ channelId, messageId: 'photo' }))
  assert.deepEqual([early.status, early.message], [404, 'Media not available yet'])
  const bytes = Buffer.from([0, 1, 2, 250, 251, 252, 10, 13])
  await service.storeMedia(channelId, 'photo', bytes)
  const response = await owner.downloadMedia({ channelId, messageId: 'photo' })
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
  assert.equal(response.headers.get('content-length'), '8')
})

test('the view and the preview of a file are returned as responses, with their types', async () => {
  const channelId = await service.channel('C-shown', { owner: 'U-owner', subscribers: ['U-owner'] })
  const picture = { channelId, messageId: 'picture' }
  await service.receive([message(channelId, service.clock.now, { id: picture.messageId, content: { type: 'image' } })])
  const bytes = Buffer.from('GIF89a')
  // Stored a minute ahead, so that the job that makes the preview is not due during the test.
  service.clock.now += 60_000
  await service.storeMedia(channelId, picture.messageId, bytes)
  service.clock.now -= 60_000
  const shown = await owner.viewMedia(picture)
  assert.deepEqual([shown.headers.get('content-type'), Buffer.from(await shown.arrayBuffer())], ['image/gif', bytes])
  assert.equal((await refusalOf(owner.getPreview(picture))).message, 'Media not available yet')
  const { sha256 } = await service.putFile(Buffer.from('small'))
  await service.store.write<'store-preview'>({ kind: 'store-preview', at: 0, ...picture, sha256 })
  const preview = await owner.getPreview(picture)
  assert.deepEqual([preview.headers.get('content-type'), await preview.text()], ['image/webp', 'small'])
})

test('the versions of a message can be read; routes that only platforms call are not in the client', async () => {
  const channelId = await service.channel('C-versions', { owner: 'U-owner', subscribers: ['U-owner'] })
  await service.receive([message(channelId, service.clock.now, { id: 'm1', content: { type: 'text', text: 'Hello' } })])
  const { versions } = await owner.listVersions({ channelId, messageId: 'm1' })
  assert.deepEqual(versions, [{ content: 'Hello', at: '2026-03-10T12:00:00Z', current: true }])
  assert.equal('receiveWebhook' in owner, false)
})

test('the client uses the fetch function it is given', async () => {
  const requests: string[] = []
  const client = createClient({
    baseUrl: 'https://innkeeper.example',
    key: 'ink_key',
    async fetch(target, options) {
      requests.push(`${options?.method} ${target} ${new Headers(options?.headers).get('authorization')}`)
      return Response.json({ channels: [] })
    },
  })
  await client.listChannels({ role: 'guest' })
  assert.deepEqual(requests, ['GET https://innkeeper.example/api/channels?role=guest Bearer ink_key'])
})
