import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import type { MessageContent } from '../../../src/domain/messages/message-json.ts'
import type { MediaSource } from '../../../src/ports/connector.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { animation, bomb, colourOf, photo } from '../../support/content/pictures.ts'
import { eventually } from '../../support/eventually.ts'
import { createFakeConnector, fakeDelivery } from '../../support/line/fake-platform.ts'
import { startTestService } from '../../support/test-service.ts'

const files = new Map<string, Uint8Array>()
const previews = new Map<string, Uint8Array | 'preparing'>()
/** The message ids of all preview requests by the service. */
const asked: string[] = []
const connector = {
  ...createFakeConnector(),
  platform: 'test',
  media: {
    open: async ({ messageId }: { messageId: string }) => sourceOf(files.get(messageId)),
    async openPreview({ messageId }: { messageId: string }) {
      asked.push(messageId)
      return sourceOf(previews.get(messageId))
    },
  },
}
const service = await startTestService({}, { connectors: [connector] })
const owner = await service.caller('U-owner')
const channel = await service.channel('C1', { owner: 'U-owner', subscribers: ['U-owner'] })
const pathOf = (id: string) => `/api/channels/${channel}/backup/media/${id}`

describe('previews', () => {
  test('a photo gets one soon after it arrives', async () => {
    await send('photo', await photo({ width: 1600, height: 1200 }).jpeg().toBuffer())
    const { status, headers, bytes } = await preview('photo')
    assert.equal(status, 200)
    const { format, width, height } = await sharp(bytes).metadata()
    assert.deepEqual([format, width, height], ['webp', 480, 360])
    assert.equal(headers.get('content-type'), 'image/webp')
    assert.equal(headers.get('content-length'), String(bytes.length))
    assert.equal(headers.get('cache-control'), 'private, no-cache')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; .*sandbox$/)
    assert.match(headers.get('content-disposition') ?? '', /^inline;/)
  })

  test('a preview can be requested like any file: by its tag, with HEAD and in parts', async () => {
    const whole = await preview('photo')
    const etag = whole.headers.get('etag') ?? ''
    const ask = (headers: Record<string, string>) => owner.get(`${pathOf('photo')}/preview`, { headers })
    const known = await ask({ 'if-none-match': etag })
    assert.deepEqual([known.status, known.bytes.length, known.headers.get('etag')], [304, 0, etag])
    assert.equal((await ask({ 'if-none-match': '"other"' })).status, 200)
    const part = await ask({ range: 'bytes=4-7' })
    assert.deepEqual([part.status, part.bytes], [206, whole.bytes.subarray(4, 8)])
    const head = await owner.request('HEAD', `${pathOf('photo')}/preview`)
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
    assert.equal(head.headers.get('content-length'), String(whole.bytes.length))
  })

  test('a picture that is smaller keeps its size', async () => {
    await send('icon', await photo({ width: 32, height: 20 }).png().toBuffer())
    const { width, height } = await sharp((await preview('icon')).bytes).metadata()
    assert.deepEqual([width, height], [32, 20])
  })

  test('every common format gets one', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      await send(format, await photo({ width: 100, height: 60 }).toFormat(format).toBuffer())
      assert.equal((await preview(format)).status, 200, format)
    }
  })

  test('a preview is upright, however the phone was held', async () => {
    await send('turned', await photo({ width: 400, height: 200 }, { orientation: 6 }).jpeg().toBuffer())
    const { width, height, orientation } = await sharp((await preview('turned')).bytes).metadata()
    assert.deepEqual([width, height, orientation], [200, 400, undefined])
  })

  test('a preview does not reveal where, when or by whom a photo was taken', async () => {
    const notes = {
      IFD0: { Artist: 'Canary Photographer', Make: 'Canary Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 41/1 22/1' },
    }
    const original = await photo({ width: 600, height: 400 }).withExif(notes).jpeg().toBuffer()
    assert.ok(original.includes('Canary Photographer'), 'the control: the photo itself does')
    await send('signed', original)
    const { bytes } = await preview('signed')
    assert.ok(!bytes.includes('Canary') && !bytes.includes('EXIF'))
    const { exif, xmp, iptc } = await sharp(bytes).metadata()
    assert.deepEqual([exif, xmp, iptc], [undefined, undefined, undefined])
    assert.deepEqual((await owner.get(pathOf('signed'))).bytes, original, 'the file itself stays as it was sent')
  })

  test('the preview of an animation shows its first frame', async () => {
    for (const format of ['gif', 'webp'] as const) {
      await send(`moving-${format}`, await animation(['#ff0000', '#0000ff', '#00ff00'], format))
      const { bytes } = await preview(`moving-${format}`)
      const [red, , blue] = await colourOf(bytes)
      assert.ok(red > 200 && blue < 60, `${format}: ${red} ${blue}`)
      assert.equal((await sharp(bytes).metadata()).pages, undefined)
    }
  })

  test('the preview of a video shows what the platform shows', async () => {
    previews.set('film', await photo({ width: 640, height: 360 }, { background: '#102080' }).jpeg().toBuffer())
    await send('film', randomBytes(1000), { type: 'video' })
    const [, , blue] = await colourOf((await preview('film')).bytes)
    assert.ok(blue > 100)
  })

  test('a preview that the platform is still preparing is requested again', async () => {
    previews.set('slow', 'preparing')
    await send('slow', randomBytes(1000), { type: 'video' })
    await eventually(
      async () => asked,
      (ids) => ids.includes('slow'),
    )
    assert.equal((await owner.get(`${pathOf('slow')}/preview`)).body.error, 'Media not available yet')
    previews.set('slow', await photo({ width: 64, height: 36 }).jpeg().toBuffer())
    service.clock.now += 60_000
    await send('waker', await photo({ width: 9, height: 9 }).png().toBuffer())
    assert.equal((await preview('slow')).status, 200)
    assert.equal(asked.filter((id) => id === 'slow').length, 2)
  })

  test('an unsent message has no preview any more', async () => {
    await send('regretted', await photo({ width: 50, height: 50 }).png().toBuffer())
    assert.equal((await preview('regretted')).status, 200)
    await service.receive([unsent(channel, service.clock.now, 'regretted')])
    const gone = await owner.get(`${pathOf('regretted')}/preview`)
    assert.deepEqual([gone.status, gone.body.error], [404, 'Message not found'])
  })
})

describe('files that cannot have a preview', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
  const hostile: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
    'cut-jpeg': async () => (await noise().jpeg().toBuffer()).subarray(0, 10_000),
    'cut-png': async () => (await noise().png().toBuffer()).subarray(0, 10_000),
    bomb: () => bomb(65_000, 65_000),
    'wide-bomb': () => bomb(2_000_000, 30),
    lie: () => bomb(4000, 4000),
    svg: () => Buffer.from(svg),
    html: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    pdf: () => Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj'),
    tiff: () => photo({ width: 20, height: 20 }).tiff().toBuffer(),
    avif: () => photo({ width: 20, height: 20 }).avif({ effort: 0 }).toBuffer(),
    noise: () => randomBytes(5000),
    'head-only': () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  }

  test('a broken, huge or unsupported picture has none and does not affect others', async () => {
    const sent = new Map<string, Uint8Array>()
    for (const [id, make] of Object.entries(hostile)) {
      const bytes = await make()
      sent.set(id, bytes)
      await service.receive([message(channel, service.clock.now, { id, content: { type: 'image' } })])
      await service.storeMedia(channel, id, bytes)
    }
    await send('after', await photo({ width: 50, height: 50 }).png().toBuffer())
    assert.equal((await preview('after')).status, 200)
    for (const [id, bytes] of sent) {
      const answer = await preview(id)
      assert.deepEqual([id, answer.status, answer.body?.error], [id, 404, 'No preview of this file'])
      assert.ok((await owner.get(pathOf(id))).bytes.equals(bytes), `${id} itself is there`)
    }
    assert.deepEqual(await service.store.listBuriedJobs(100), [])
  })

  test('a video without a preview on the platform has none, and neither do audio and documents', async () => {
    await send('dark', randomBytes(100), { type: 'video' })
    await send('voice', randomBytes(100), { type: 'audio' })
    await send('paper', await photo({ width: 9, height: 9 }).png().toBuffer(), { type: 'file', fileName: 'a.png' })
    for (const id of ['dark', 'voice', 'paper']) {
      assert.equal((await preview(id)).body.error, 'No preview of this file', id)
    }
  })
})

/** A picture that cannot be compressed, so part of its bytes is not enough. */
function noise(): Sharp {
  return sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
}

function sourceOf(bytes: Uint8Array | 'preparing' | undefined): MediaSource {
  if (bytes === 'preparing') return { state: 'preparing' }
  if (!bytes) return { state: 'lost', reason: 'there is none' }
  const body = (async function* () {
    yield bytes
  })()
  return { state: 'ready', body, contentType: 'application/octet-stream', sizeBytes: bytes.length }
}

/** Someone sends a file, and the service downloads it. */
async function send(id: string, bytes: Uint8Array, content: MessageContent = { type: 'image' }): Promise<void> {
  files.set(id, bytes)
  const event = { ...message(channel, service.clock.now, { id, content }), hasFile: true }
  const { headers, raw } = fakeDelivery({ events: [event] })
  const answer = await service.callerWith(undefined).request('POST', '/webhooks/test', { headers, raw })
  assert.equal(answer.status, 200)
}

/** The response for a preview once it is no longer pending. */
function preview(id: string) {
  return eventually(
    () => owner.get(`${pathOf(id)}/preview`),
    ({ body }) => body?.error !== 'Media not available yet',
  )
}
