import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { createMediaBytes } from '@innkeeper/testdata'
import type { MessageContent } from '../../../src/domain/messages/message-json.ts'
import { joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { unpackZip } from '../../support/http/unpack-zip.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const noon = service.clock.now
const { authorization } = await service.caller('U-owner')
const drawing = Buffer.from(
  createMediaBytes({ seed: 'drawing', language: 'en', messageId: 'drawing', content: { type: 'image' } }),
)

async function openAlbum(channelId: string, settings: object = {}) {
  await service.channel(channelId, { owner: 'U-owner', subscribers: ['U-owner'] })
  const owner = await service.caller('U-owner')
  await owner.put(`/api/channels/${channelId}/settings`, settings)
  const store = async (id: string, content: MessageContent, bytes: Uint8Array, name = 'Mika', at = noon) => {
    await service.receive([message(channelId, at, { id, name, content })])
    await service.storeMedia(channelId, id, bytes)
  }
  const path = `/api/channels/${channelId}/backup/zip`
  return { channelId, owner, store, path, download: (...ids: string[]) => owner.post(path, { ids }) }
}

test('a selection is sent as one zip, with each file named by its time and sender', async () => {
  const { store, download } = await openAlbum('C-zip', { timezone: 'Asia/Tokyo' })
  const film = Buffer.from('a film that nobody can play')
  await store('photo', { type: 'image' }, drawing, '美香')
  await store('film', { type: 'video' }, film)
  await store('report', { type: 'file', fileName: 'Report.pdf' }, Buffer.from('%PDF'))
  await store('empty', { type: 'file', fileName: 'nothing.txt' }, Buffer.alloc(0))
  const { status, headers, bytes } = await download('photo', 'film', 'report', 'empty', 'photo')
  assert.equal(status, 200)
  assert.deepEqual(
    ['content-type', 'content-length', 'x-files-left-out', 'content-disposition'].map((name) => headers.get(name)),
    [
      'application/zip',
      String(bytes.length),
      '0',
      `attachment; filename="Group C-zip 2026-03-10.zip"; filename*=UTF-8''Group%20C-zip%202026-03-10.zip`,
    ],
  )
  const ending = drawing.subarray(1, 4).toString() === 'PNG' ? 'png' : 'jpg'
  assert.deepEqual(await unpackZip(bytes), {
    [`2026-03-10 21.00 美香.${ending}`]: drawing,
    '2026-03-10 21.00 Mika.bin': film,
    '2026-03-10 21.00 Mika - Report.pdf': Buffer.from('%PDF'),
    '2026-03-10 21.00 Mika - nothing.txt': Buffer.alloc(0),
  })
})

test('names that people chose cannot escape the folder', async () => {
  const { store, download } = await openAlbum('C-hostile')
  const names = ['../../../etc/passwd', '..\\..\\evil.exe', '/abs', 'C:\\x', 'a\u202Efdp.exe', '\u0000', 'CON']
  for (const [index, fileName] of names.entries()) {
    await store(`f${index}`, { type: 'file', fileName }, Buffer.from(fileName), `../${fileName}`)
  }
  const files = Object.keys(await unpackZip((await download(...names.map((_, index) => `f${index}`))).bytes))
  assert.equal(files.length, names.length)
  for (const name of files) assert.match(name, /^2026-03-10 12\.00 [^\\/:\p{Cc}\p{Bidi_Control}]+$/u)
})

test('files that are not available are listed in the zip; if none is available, there is no zip', async () => {
  const { channelId, owner, store, download } = await openAlbum('C-missing')
  await store('photo', { type: 'image' }, drawing)
  await store('vanished', { type: 'image' }, Buffer.from('lost on the disk'))
  await store('unsent', { type: 'image' }, Buffer.from('taken back'))
  await service.receive([
    unsent(channelId, noon, 'unsent'),
    message(channelId, noon, { id: 'pending', content: { type: 'image' } }),
    message(channelId, noon, { id: 'words' }),
  ])
  const { sha256 } = await service.putFile(Buffer.from('lost on the disk'))
  await service.blobs.remove(sha256)
  const missing = ['vanished', 'unsent', 'pending', 'words', 'never\nseen']
  const { headers, bytes } = await download('photo', ...missing)
  assert.equal(headers.get('x-files-left-out'), '5')
  const files = await unpackZip(bytes)
  assert.equal(Object.keys(files).length, 2)
  assert.equal(
    files['not-included.txt']?.toString(),
    [
      'Not included:\n',
      'vanished: Media lost: the file is missing from the media folder',
      'unsent: Message not found',
      'pending: Media not available yet',
      'words: Message not found',
      'never seen: Message not found\n',
    ].join('\n'),
  )
  const nothing = await download(...missing)
  assert.deepEqual([nothing.status, nothing.body], [404, { error: 'Message not found' }])
  assert.equal((await owner.post(`/api/channels/${channelId}/backup/zip`, { ids: [] })).status, 400)
})

test('a reader gets no file from before they joined', async () => {
  const { channelId, path, store } = await openAlbum('C-late', { history: 'since-joined' })
  await store('before', { type: 'image' }, drawing)
  await service.receive([joined(channelId, noon + 1000, 'U-late')])
  await service.subscribe(channelId, 'U-late')
  assert.equal((await (await service.caller('U-late')).post(path, { ids: ['before'] })).status, 404)
})

test('hundreds of files with long names are sent completely, with the announced length', async () => {
  const { channelId, download } = await openAlbum('C-many')
  const ids = Array.from({ length: 270 }, (_, index) => `f${index}`)
  const content = { type: 'file', fileName: `${'長い名前'.repeat(20)}.txt` } as const
  await service.receive(ids.map((id) => message(channelId, noon, { id, name: '美香'.repeat(10), content })))
  const { sha256, sizeBytes } = await service.putFile(Buffer.from('the same bytes'))
  for (const messageId of ids) {
    await service.store.write<'store-media'>({ kind: 'store-media', at: noon, channelId, messageId, sha256, sizeBytes })
  }
  const { headers, bytes } = await download(...ids)
  assert.equal(headers.get('content-length'), String(bytes.length))
  assert.equal(Object.keys(await unpackZip(bytes)).length, 270)
})

test('a client that disconnects in the middle leaves no file open, and the service keeps working', async () => {
  const { store, path, download } = await openAlbum('C-away')
  await store('large', { type: 'file', fileName: 'large.bin' }, Buffer.alloc(40_000_000, 'x'))
  await store('small', { type: 'file', fileName: 'small.txt' }, Buffer.from('small'))
  // A client may have all of a file before the service has closed it.
  assert.equal(await countOpenFiles((count) => count === 0), 0, 'none is open before')
  const waiting = await ask(path, ['large', 'small'])
  assert.ok((await countOpenFiles((count) => count > 0)) > 0, 'the control: a file is open while a client is served')
  waiting.destroy()
  for (let round = 0; round < 10; round++) (await ask(path, ['large', 'small'])).destroy()
  assert.equal(await countOpenFiles((count) => count === 0), 0)
  const files = await unpackZip((await download('large', 'small')).bytes)
  assert.deepEqual(
    Object.values(files).map(({ length }) => length),
    [40_000_000, 5],
    'a client that stays gets all of it',
  )
})

test('if a file is unsent while others are being sent, the response is shorter than announced', async () => {
  const { channelId, store, path } = await openAlbum('C-short')
  await store('large', { type: 'file', fileName: 'large.bin' }, Buffer.alloc(40_000_000, 'x'))
  await store('taken', { type: 'file', fileName: 'taken.txt' }, Buffer.from('taken back on the way'))
  const waiting = await ask(path, ['large', 'taken'])
  await service.receive([unsent(channelId, noon, 'taken')])
  const { sha256 } = await service.putFile(Buffer.from('taken back on the way'))
  await service.blobs.remove(sha256)
  const rest = await buffer(waiting)
  assert.ok(rest.length > 30_000_000, 'what was being sent arrived')
  assert.equal(rest.includes('PK\x05\x06'), false, 'without the list of contents at the end')
})

function countOpenFiles(isExpected: (count: number) => boolean): Promise<number> {
  return eventually(async () => service.environment.countOpenFiles(), isExpected)
}

/** A client that requested files, read the beginning of them, and stopped reading. */
function ask(path: string, ids: string[]): Promise<Socket> {
  const { hostname, port } = new URL(service.url)
  const body = JSON.stringify({ ids })
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
    ]
    socket.write(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`)
    socket.on('error', () => {})
    socket.once('data', () => resolve(socket.pause()))
  })
}
