import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GalleryItem } from '@innkeeper/contract'
import type { MessageContent } from '../../../src/domain/messages/message-json.ts'
import { message } from '../../support/content/events.ts'
import { createSampleGroup } from '../../support/content/sample-group.ts'
import { unpackZip } from '../../support/http/unpack-zip.ts'
import { importsOf, lineFile } from '../../support/imports/owner-imports.ts'
import { zipOf } from '../../support/imports/zip-of.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const start = Date.parse('2026-03-01T09:00:00Z')

test('everything in an export in LINE’s form is found again when it’s imported', async () => {
  const { owner, backup, channelId, settled, deliver, question } = await createSampleGroup(service, 'C-line', {
    members: ['U-kenji'],
  })
  const texts = [
    'good morning everyone',
    'two\nlines',
    '"quoted"',
    'ok',
    'ok',
    '2026/03/01(Sun)\n09:00\tMika\thello',
    '😀',
  ]
  const said: MessageContent[] = [
    ...texts.map((text) => ({ type: 'text', text }) as const),
    { type: 'image' },
    { type: 'sticker', stickerId: '1', packageId: '2' },
    { type: 'file', fileName: 'plan.pdf', fileSize: 3 },
  ]
  await deliver(
    ...said.map((content, index) =>
      message(channelId, start + index * 20_000, { from: index % 2 === 0 ? 'U-owner' : 'U-kenji', content }),
    ),
    question('asked', start + 3_600_000),
  )
  await settled()
  const imports = importsOf(owner, channelId)
  const first = await imports.upload(lineFile('09:31 Ann Only this file knows it'))
  assert.equal((await imports.move(first.number, 'commit')).figures?.new, 1)

  const { parts } = (await owner.post(`${backup}/export`, { formats: ['line'] })).body
  const exported = await unpackZip((await owner.get(`${backup}/export/${encodeURIComponent(parts[0].id)}`)).bytes)
  const file = exported['line/2026-03.txt']
  assert.ok(file, Object.keys(exported).join())
  const again = await imports.upload(file)
  assert.deepEqual([again.state, again.figures?.new, again.figures?.unread], ['ready', 0, 0], again.reason ?? '')
  assert.equal(again.figures?.here, said.length + 2)
})

test('files in an archive are in the gallery once they’re imported, and gone when that is undone', async () => {
  const { owner, backup, channelId } = await createSampleGroup(service, 'C-gallery')
  const imports = importsOf(owner, channelId)
  const line = (minute: number, name: string) => `[03/13/26, 09:${minute}:00] Ann: \u200e<attached: ${name}>`
  const photo = Buffer.from('bytes of a photo')
  const zip = await zipOf([
    { path: '_chat.txt', content: [line(10, '1-PHOTO-1.jpg'), line(11, '2-plan.pdf'), ''].join('\r\n') },
    { path: '1-PHOTO-1.jpg', content: photo },
    { path: '2-plan.pdf', content: 'bytes of a plan' },
  ])
  const listed = async (): Promise<GalleryItem[]> => (await owner.get(`${backup}/gallery`)).body.items
  const { number } = await imports.upload(zip)
  assert.deepEqual(await listed(), [], 'nothing is written yet')
  assert.equal((await imports.move(number, 'commit')).state, 'done')
  const found = await listed()
  assert.deepEqual(
    found.map(({ type, precision, imported }) => [type, precision, imported]),
    ['file', 'image'].map((type) => [type, 'second', { number, format: 'whatsapp', similar: false }]),
  )
  const ofPerson = await owner.get(`${backup}/gallery?sender=${encodeURIComponent(found[0]?.senderId ?? '')}`)
  assert.deepEqual(ofPerson.body.items, found)
  const image = await owner.get(`${backup}/media/${found[1]?.id}`)
  assert.deepEqual([image.status, image.bytes], [200, photo])
  assert.deepEqual((await owner.get(`${backup}/gallery/counts`)).body.image, 1)
  await imports.move(number, 'undo')
  assert.deepEqual(await listed(), [])
})
