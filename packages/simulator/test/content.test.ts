import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLine } from './support.ts'

async function openContent(options = {}) {
  const opened = await openLine(options)
  await opened.group.invite()
  const get = async (messageId: string, part = '') => {
    const headers = { authorization: `Bearer ${opened.line.accessToken}` }
    const response = await fetch(`${opened.line.url}/v2/bot/message/${messageId}/content${part}`, { headers })
    const bytes = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('content-type') ?? ''
    return {
      status: response.status,
      type,
      bytes,
      body: type.startsWith('application/json') && bytes.length ? JSON.parse(bytes.toString()) : {},
    }
  }
  return { ...opened, get }
}

test('a file is downloaded exactly as it was sent', async () => {
  const { group, mai, get } = await openContent()
  const bytes = Buffer.from('%PDF-1.7 and more')
  const { messageId, event } = await group.say(mai, { type: 'file', fileName: 'plan.pdf', bytes })
  assert.ok(event.message.type === 'file')
  assert.deepEqual([event.message.fileName, event.message.fileSize], ['plan.pdf', bytes.length])
  const { status, type, bytes: got } = await get(messageId)
  assert.deepEqual([status, type, got], [200, 'application/octet-stream', bytes])
})

test('media without bytes are generated in the right format', async () => {
  const { group, mai, get } = await openContent()
  const types: string[] = []
  for (const content of [{ type: 'image' }, { type: 'video' }, { type: 'audio' }] as const) {
    const { messageId } = await group.say(mai, content)
    const got = await get(messageId)
    assert.ok(got.status === 200 && got.bytes.length > 0)
    types.push(got.type)
  }
  assert.deepEqual(types, ['image/png', 'video/mp4', 'audio/wav'])
})

test('a video can be downloaded only after it has been prepared', async () => {
  const { group, mai, get, time } = await openContent()
  const { messageId } = await group.say(mai, { type: 'video', preparingMs: 5_000 })
  const early = await get(messageId)
  assert.deepEqual([early.status, early.bytes.length], [202, 0])
  assert.deepEqual((await get(messageId, '/transcoding')).body, { status: 'processing' })
  time.now += 5_000
  assert.deepEqual((await get(messageId, '/transcoding')).body, { status: 'succeeded' })
  assert.equal((await get(messageId)).status, 200)
})

test('preparing media can fail', async () => {
  const { group, mai, get, time } = await openContent()
  const { messageId } = await group.say(mai, { type: 'audio', preparingMs: 5_000, hasFailed: true })
  assert.equal((await get(messageId)).status, 202)
  time.now += 5_000
  assert.deepEqual((await get(messageId, '/transcoding')).body, { status: 'failed' })
  assert.equal((await get(messageId)).status, 404)
})

test('pictures and videos have previews, nothing else does', async () => {
  const { group, mai, get } = await openContent()
  const preview = Buffer.from('small')
  const { messageId } = await group.say(mai, { type: 'image', preview })
  assert.deepEqual((await get(messageId, '/preview')).bytes, preview)
  assert.match((await get(messageId, '/transcoding')).body.message, /^Transcoding status doesn't support/)
  const file = await group.say(mai, { type: 'file', fileName: 'a.txt' })
  const refused = await get(file.messageId, '/preview')
  assert.deepEqual([refused.status, refused.body], [400, { message: 'The content can not be previewed' }])
})

test('unsent content returns 410, and unknown content 404', async () => {
  const { group, mai, get } = await openContent()
  const { messageId } = await group.say(mai, { type: 'image' })
  await group.unsend(mai, messageId)
  for (const part of ['', '/preview', '/transcoding']) {
    const { status, body } = await get(messageId, part)
    assert.deepEqual([status, body], [410, { message: 'The content is gone' }])
  }
  const { messageId: textId } = await group.say(mai, 'hello')
  for (const unknown of ['1', textId]) {
    const { status, body } = await get(unknown)
    assert.deepEqual([status, body], [404, { message: 'not found' }])
  }
})

test('content hosted elsewhere is not available from the content API', async () => {
  const { group, mai, get } = await openContent()
  const external = { originalContentUrl: 'https://example.com/a.jpg' }
  const { messageId, event } = await group.say(mai, { type: 'image', external })
  assert.ok(event.message.type === 'image')
  assert.deepEqual(event.message.contentProvider, { type: 'external', ...external })
  assert.equal((await get(messageId)).status, 404)
})

test('content expires', async () => {
  const { group, mai, get, time } = await openContent({ contentRetentionMs: 1_000 })
  const { messageId } = await group.say(mai, { type: 'image' })
  time.now += 1_001
  assert.equal((await get(messageId)).status, 404)
})

test('faults can disturb a download in different ways', async () => {
  const { line, group, mai, get } = await openContent()
  const bytes = Buffer.alloc(200_000, 'x')
  const { messageId } = await group.say(mai, { type: 'file', fileName: 'a', bytes })
  const on = 'GET /v2/bot/message/{id}/content'
  line.faults.add({ on, do: '202-then-200' })
  line.faults.add({ on, do: 'short-body', times: 1 })
  line.faults.add({ on, do: 'drop-mid-body', times: 1 })
  line.faults.add({ on, do: 'slow', ms: 8, times: 1 })
  line.faults.add({ on, do: 'no-length', times: 1 })
  assert.equal((await get(messageId)).status, 202)
  assert.equal((await get(messageId)).bytes.length, 100_000)
  await assert.rejects(get(messageId), /terminated/)
  for (let round = 0; round < 3; round++) assert.deepEqual((await get(messageId)).bytes, bytes)
})

test('faults can make a response misreport its content', async () => {
  const { line, group, mai, get } = await openContent()
  const bytes = Buffer.alloc(200_000, 'x')
  const { messageId } = await group.say(mai, { type: 'file', fileName: 'a', bytes })
  const on = 'GET /v2/bot/message/{id}/content'
  line.faults.add({ on, do: 'long-body', times: 1 })
  line.faults.add({ on, do: 'html-page', times: 1 })
  line.faults.add({ on, do: 'huge-length', times: 1 })
  assert.equal((await get(messageId)).bytes.length, 100_000, 'more bytes follow than announced')
  assert.match((await get(messageId)).bytes.toString(), /^<!DOCTYPE html>/)
  const headers = { authorization: `Bearer ${line.accessToken}` }
  const giveUp = new AbortController()
  const url = `${line.url}/v2/bot/message/${messageId}/content`
  const response = await fetch(url, { headers, signal: giveUp.signal })
  assert.equal(response.headers.get('content-length'), String(10 * 1024 ** 3))
  giveUp.abort()
})

test('a client that gives up on a slow response does no harm', async () => {
  const { line, group, mai } = await openContent()
  const { messageId } = await group.say(mai, { type: 'file', fileName: 'a', bytes: Buffer.alloc(80_000) })
  line.faults.add({ on: 'GET /v2/bot/message/{id}/content', do: 'slow', ms: 80 })
  const headers = { authorization: `Bearer ${line.accessToken}` }
  const giveUp = new AbortController()
  const url = `${line.url}/v2/bot/message/${messageId}/content`
  const response = await fetch(url, { headers, signal: giveUp.signal })
  giveUp.abort()
  await assert.rejects(response.arrayBuffer(), { name: 'AbortError' })
  assert.equal((await fetch(`${line.url}/v2/bot/info`, { headers })).status, 200)
})
