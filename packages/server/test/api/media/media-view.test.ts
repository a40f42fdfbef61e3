import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { message } from '../../support/content/events.ts'
import { photo } from '../../support/content/pictures.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const channel = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
const latin = (text: string) => Buffer.from(text, 'latin1')

/** Sends the bytes as a file with this name, whatever they are. */
async function upload(id: string, bytes: Uint8Array, fileName = id): Promise<string> {
  await service.receive([message(channel, service.clock.now, { id, content: { type: 'file', fileName } })])
  await service.storeMedia(channel, id, bytes)
  return `/api/channels/${channel}/backup/media/${id}`
}

const script = '<script>alert(1)</script>'
const shown: [what: string, bytes: Buffer, type: string][] = [
  ['photo', await photo({ width: 9, height: 9 }).jpeg().toBuffer(), 'image/jpeg'],
  ['drawing', await photo({ width: 9, height: 9 }).png().toBuffer(), 'image/png'],
  ['modern', await photo({ width: 9, height: 9 }).webp().toBuffer(), 'image/webp'],
  ['film', latin('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), 'video/mp4'],
  ['voice', latin('\0\0\0\x1cftypM4A \0\0\0\0M4A mp42'), 'audio/mp4'],
  ['script-in-gif', latin(`GIF89a/*\0\0*/=1;alert(1)//${script}`), 'image/gif'],
  ['page-in-jpeg', latin(`\xff\xd8\xff\xe0<html>${script}`), 'image/jpeg'],
]
const taken: [what: string, bytes: Buffer, fileName: string][] = [
  ['svg', latin('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'holiday.png'],
  ['page', latin(`<!doctype html>${script}`), 'holiday.jpg'],
  ['xml', latin('<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml"/>'), 'holiday.gif'],
  ['pdf', latin('%PDF-1.7 /JavaScript'), 'minutes.pdf'],
  ['text', latin('alert(1)'), 'a.js'],
  ['noise', Buffer.concat([Buffer.from([1, 2, 3]), randomBytes(100)]), 'film.mp4'],
  ['empty', Buffer.alloc(0), 'photo.png'],
]

test('pictures, videos and audio can be shown, as the type that their bytes say', async () => {
  for (const [id, bytes, type] of shown) {
    const answer = await owner.get(`${await upload(id, bytes, 'misleading.html')}/view`)
    assert.deepEqual([id, answer.status, answer.headers.get('content-type')], [id, 200, type])
    assert.deepEqual(answer.bytes, bytes)
    assert.match(answer.headers.get('content-disposition') ?? '', /^inline; filename="misleading\.html";/)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none';.* sandbox( allow-same-origin)?$/)
    assert.doesNotMatch(policy, /script/)
    assert.equal(answer.headers.get('cache-control'), 'private, no-cache')
  }
})

test('everything else is sent exactly as the download is', async () => {
  const varying = new Set(['date', 'x-request-id'])
  const stableHeaders = (headers: Headers) => [...headers].filter(([name]) => !varying.has(name))
  for (const [id, bytes, fileName] of taken) {
    const path = await upload(id, bytes, fileName)
    const [download, view] = [await owner.get(path), await owner.get(`${path}/view`)]
    assert.deepEqual(stableHeaders(view.headers), stableHeaders(download.headers), id)
    assert.deepEqual([view.status, view.bytes], [200, bytes], id)
    assert.equal(view.headers.get('content-type'), 'application/octet-stream')
    assert.match(view.headers.get('content-disposition') ?? '', /^attachment;/)
    assert.equal(
      view.headers.get('content-security-policy'),
      "default-src 'none'; base-uri 'none'; form-action 'none'; sandbox",
    )
  }
})

test('a part of a video has the type of the whole', async () => {
  const film = Buffer.concat([latin('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), randomBytes(1000)])
  const path = await upload('part', film)
  const part = await owner.get(`${path}/view`, { headers: { range: 'bytes=500-' } })
  assert.deepEqual([part.status, part.headers.get('content-type')], [206, 'video/mp4'])
  assert.deepEqual(part.bytes, film.subarray(500))
})

test('a message without a file cannot be shown', async () => {
  await service.receive([
    message(channel, service.clock.now, { id: 'words' }),
    message(channel, service.clock.now, { id: 'pending', content: { type: 'image' } }),
  ])
  for (const [id, error] of [
    ['words', 'Message not found'],
    ['unknown', 'Message not found'],
    ['pending', 'Media not available yet'],
  ]) {
    for (const suffix of ['', '/view', '/preview']) {
      const answer = await owner.get(`/api/channels/${channel}/backup/media/${id}${suffix}`)
      assert.deepEqual([answer.status, answer.body], [404, { error }], `${id}${suffix}`)
    }
  }
})
