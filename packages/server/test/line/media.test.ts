import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createRawServer } from 'node:net'
import { test } from 'node:test'
import type { MediaSource } from '../../src/ports/connector.ts'
import { createConnector } from './deliver.ts'
import { type Answer, answerWith, json, noConnection, plain, refusal, silence, startPlatform } from './platform.ts'

/** Enough for an answer on a busy machine. Only calls that hang use all of it. */
const patienceMs = 1_500

const channel = { channelId: 'C1', type: 'group' } as const
const contentRoute = 'GET /v2/bot/message/{messageId}/content'

async function bytesOf(source: MediaSource): Promise<Buffer> {
  assert.equal(source.state, 'ready')
  return Buffer.concat(source.state === 'ready' ? await Array.fromAsync(source.body) : [])
}

async function startWithGroup(t: Parameters<typeof startPlatform>[0], line = {}, simulator = {}) {
  const started = await startPlatform(t, { line, simulator })
  const mika = started.platform.addUser()
  const service = started.platform.addGroup({ members: [mika] })
  await service.invite()
  return { ...started, mika, service }
}

test('a file arrives complete, with its type and size', async (t) => {
  const { connector, mika, service } = await startWithGroup(t)
  const bytes = Buffer.alloc(3_000_000, 'innkeeper')
  const { messageId } = await service.say(mika, { type: 'image', bytes, contentType: 'image/png' })
  const source = await connector.media.open({ channel, messageId, type: 'image' })
  assert.ok(source.state === 'ready')
  assert.deepEqual([source.contentType, source.sizeBytes], ['image/png', bytes.length])
  assert.ok(bytes.equals(await bytesOf(source)))
})

test('a file without an announced size arrives too', async (t) => {
  const { platform, connector, mika, service } = await startWithGroup(t)
  platform.faults.add({ on: contentRoute, do: 'no-length' })
  const bytes = Buffer.alloc(500_000, 'x')
  const { messageId } = await service.say(mika, { type: 'file', fileName: 'a.bin', bytes })
  const source = await connector.media.open({ channel, messageId, type: 'file' })
  assert.equal(source.state === 'ready' && source.sizeBytes, undefined)
  assert.ok(bytes.equals(await bytesOf(source)))
})

test('a recording that is being prepared is requested again, until it is ready or has failed', async (t) => {
  let now = Date.now()
  const { connector, mika, service } = await startWithGroup(t, {}, { clock: () => now })
  const good = await service.say(mika, { type: 'video', preparingMs: 5_000 })
  const bad = await service.say(mika, { type: 'audio', preparingMs: 5_000, hasFailed: true })
  const open = (messageId: string) => connector.media.open({ channel, messageId, type: 'video' })
  assert.deepEqual(await open(good.messageId), { state: 'preparing' })
  assert.deepEqual(await open(bad.messageId), { state: 'preparing' })
  now += 5_001
  assert.ok((await bytesOf(await open(good.messageId))).length > 0)
  assert.equal((await open(bad.messageId)).state, 'lost')
})

test('a recording that could not be prepared is lost, and the reason says so', async () => {
  const preparing = plain(202, null)
  const open = (transcoding: Answer, type: 'video' | 'image' = 'video') =>
    answerWith([preparing, transcoding]).connector.media.open({ channel, messageId: '5', type })
  const failed = await open(json(200, { status: 'failed' }))
  assert.deepEqual(failed, { state: 'lost', reason: 'LINE could not prepare the recording (transcoding failed)' })
  assert.equal((await open(json(410, { message: 'The content is gone' }))).state, 'lost')
  assert.equal((await open(json(200, { status: 'processing' }))).state, 'preparing')
  assert.equal((await open(json(400, { message: 'Not for this type' }))).state, 'preparing')
  assert.equal((await open(json(500, {}), 'image')).state, 'preparing')
  await assert.rejects(open(json(500, {})), silence())
})

test('a file that was unsent, expired or never existed is lost, and the reason says so', async (t) => {
  const { connector, mika, service } = await startWithGroup(t)
  const { messageId } = await service.say(mika, { type: 'image' })
  await service.unsend(mika, messageId)
  const gone = await connector.media.open({ channel, messageId, type: 'image' })
  assert.match(gone.state === 'lost' ? gone.reason : '', /410 The content is gone/)
  const unknown = await connector.media.open({ channel, messageId: '512345678901234567', type: 'image' })
  assert.match(unknown.state === 'lost' ? unknown.reason : '', /404 not found/)
})

test('a file that breaks off is never taken for complete', async (t) => {
  const { platform, connector, mika, service } = await startWithGroup(t, { timeLimitMs: patienceMs })
  const { messageId } = await service.say(mika, { type: 'image', bytes: Buffer.alloc(400_000, 'x') })
  const open = () => connector.media.open({ channel, messageId, type: 'image' })
  platform.faults.add({ on: contentRoute, do: 'drop-mid-body' })
  const source = await open()
  await assert.rejects(bytesOf(source), silence())
  platform.faults.clear()
  assert.equal((await bytesOf(await open())).length, 400_000)
})

test('a body shorter than announced counts as no response, even if the connection closes normally', async () => {
  const short = plain(200, '12345', { 'content-length': '9' })
  const { connector } = answerWith([short])
  const source = await connector.media.open({ channel, messageId: '5', type: 'image' })
  await assert.rejects(bytesOf(source), silence(/after 5 of 9 bytes/))
})

test('a platform that hangs, before or during a file, times out', async (t) => {
  const { platform, connector, mika, service } = await startWithGroup(t, { timeLimitMs: patienceMs })
  const { messageId } = await service.say(mika, { type: 'image' })
  platform.faults.add({ on: contentRoute, do: 'hang' })
  await assert.rejects(
    connector.media.open({ channel, messageId, type: 'image' }),
    silence(/no data for a message's file/),
  )

  const host = createServer((_, response) => response.writeHead(200, { 'content-length': 1_000 }).write('some'))
  t.after(() => host.close())
  await once(host.listen(0, '127.0.0.1'), 'listening')
  const dataApiBaseUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const other = createConnector({ dataApiBaseUrl, fetch, timeLimitMs: patienceMs })
  const source = await other.media.open({ channel, messageId, type: 'image' })
  await assert.rejects(bytesOf(source), silence(/no data for a message's file/))
})

test('a file that is abandoned midway keeps no connection open', async (t) => {
  const { connector, mika, service } = await startWithGroup(t)
  const { messageId } = await service.say(mika, { type: 'image', bytes: Buffer.alloc(20_000_000, 'x') })
  const source = await connector.media.open({ channel, messageId, type: 'image' })
  assert.ok(source.state === 'ready')
  // The platform's stop at the end of this test waits for open connections.
  for await (const chunk of source.body) {
    assert.ok(chunk.length < 20_000_000)
    break
  }
})

test('bytes beyond the announced length are not part of the file', async (t) => {
  const host = createRawServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfilmHTTP/1.1 200 OK\r\n\r\nmore'))
  })
  t.after(() => host.close())
  await once(host.listen(0, '127.0.0.1'), 'listening')
  const dataApiBaseUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const source = await createConnector({ dataApiBaseUrl, fetch }).media.open({ channel, messageId: '5', type: 'video' })
  assert.equal((await bytesOf(source)).toString(), 'film')
})

test('the preview of a picture or a video can be fetched too', async (t) => {
  let now = Date.now()
  const { connector, mika, service } = await startWithGroup(t, {}, { clock: () => now })
  const preview = Buffer.from('\xff\xd8\xff a still', 'latin1')
  const film = await service.say(mika, { type: 'video', preview, preparingMs: 5_000 })
  const voice = await service.say(mika, { type: 'audio' })
  const openPreview = (messageId: string) => {
    assert.ok(connector.media.openPreview)
    return connector.media.openPreview({ channel, messageId, type: 'video' })
  }
  assert.deepEqual(await openPreview(film.messageId), { state: 'preparing' })
  now += 5_001
  const source = await openPreview(film.messageId)
  assert.deepEqual([source.state === 'ready' && source.contentType, await bytesOf(source)], ['image/jpeg', preview])
  const none = await openPreview(voice.messageId)
  assert.match(none.state === 'lost' ? none.reason : '', /a message's preview: 400 The content can not be previewed/)
  await service.unsend(mika, film.messageId)
  assert.equal((await openPreview(film.messageId)).state, 'lost')
  assert.equal((await openPreview('512345678901234567')).state, 'lost')
})

test('errors about a preview are distinguished', async () => {
  const open = async (answer: Answer) =>
    await answerWith([answer]).connector.media.openPreview?.({ channel, messageId: '5', type: 'video' })
  await assert.rejects(open(json(401, {})), refusal('forbidden'))
  await assert.rejects(open(json(429, { message: 'rate' })), refusal('too-fast'))
  await assert.rejects(open(json(500, {})), silence())
})

test('the token is sent only to the platform: a redirect is not followed', async (t) => {
  const seen: (string | undefined)[] = []
  const elsewhere = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.end('a film')
  })
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
  const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
  const host = createServer((_, response) => response.writeHead(302, { location }).end())
  await once(host.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    elsewhere.close()
    host.close()
  })
  const dataApiBaseUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const { media } = createConnector({ dataApiBaseUrl, fetch })
  await assert.rejects(media.open({ channel, messageId: '5', type: 'video' }), silence(/status 302/))
  await assert.rejects(
    async () => await media.openPreview?.({ channel, messageId: '5', type: 'video' }),
    silence(/status 302/),
  )
  assert.deepEqual(seen, [])

  const direct = createConnector({ dataApiBaseUrl: location, fetch }).media
  await bytesOf(await direct.open({ channel, messageId: '5', type: 'video' }))
  assert.deepEqual(seen, ['Bearer token'], 'control: as the platform itself, this host gets the token')
})

test('errors of the platform are distinguished', async () => {
  const open = (answer: Answer) => answerWith([answer]).connector.media.open({ channel, messageId: '5', type: 'image' })
  await assert.rejects(open(json(401, {})), refusal('forbidden'))
  await assert.rejects(open(json(429, { message: 'rate' })), refusal('too-fast'))
  await assert.rejects(open(json(500, {})), silence())
  await assert.rejects(open(noConnection), silence())
  await assert.rejects(open(plain(302, null, { location: 'https://x.example' })), silence())
})
