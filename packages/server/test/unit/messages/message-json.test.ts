import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  extendMessage,
  isMedia,
  type MessageContent,
  readMessage,
  renderMediaItem,
  renderMessage,
  unknownSender,
} from '../../../src/domain/messages/message-json.ts'

const common = { id: '532091845517611041', sentAt: Date.parse('2026-03-10T12:00:00.999Z') }
const sender = { userId: 'U1', name: 'Mika' }
const render = (content: MessageContent, mediaKey: string | null = null) =>
  JSON.parse(renderMessage({ ...common, sender, content, mediaKey }))

const cases: [content: MessageContent, extra: object][] = [
  [{ type: 'text', text: 'Hi' }, { content: 'Hi' }],
  [
    { type: 'image', fileSize: 5 },
    { mediaKey: 'm_1', fileSize: 5 },
  ],
  [{ type: 'image' }, { mediaKey: 'm_1', fileSize: 0 }],
  [
    { type: 'video', fileSize: 5, durationMs: 9 },
    { mediaKey: 'm_1', fileSize: 5, duration: 9 },
  ],
  [{ type: 'audio' }, { mediaKey: 'm_1', fileSize: 0, duration: 0 }],
  [
    { type: 'file', fileName: 'a.pdf' },
    { mediaKey: 'm_1', fileSize: 0, fileName: 'a.pdf' },
  ],
  [
    { type: 'location', latitude: 1.5, longitude: -2 },
    { latitude: 1.5, longitude: -2, address: '' },
  ],
  [
    { type: 'sticker', stickerId: '1', packageId: '2' },
    { stickerId: '1', packageId: '2' },
  ],
]

test('a message is rendered with the fields of its type and no others', () => {
  for (const [content, extra] of cases) {
    const expected = {
      id: common.id,
      timestamp: '2026-03-10T12:00:00Z',
      sender: { id: 'U1', name: 'Mika' },
      type: content.type,
      ...extra,
    }
    assert.deepEqual(render(content, isMedia(content) ? 'm_1' : null), expected)
  }
})

test('images, videos, audio messages and files are media, the rest is not', () => {
  assert.deepEqual(
    [
      ...new Set(
        cases
          .map(([content]) => content)
          .filter(isMedia)
          .map(({ type }) => type),
      ),
    ],
    ['image', 'video', 'audio', 'file'],
  )
})

test('a withheld sender is Unknown', () => {
  const json = renderMessage({ ...common, sender: unknownSender, content: { type: 'text', text: '' }, mediaKey: null })
  assert.deepEqual(JSON.parse(json).sender, { id: '', name: 'Unknown' })
})

test('a text of any characters survives rendering on one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = renderMessage({ ...common, sender, content: { type: 'text', text }, mediaKey: null })
      assert.equal(JSON.parse(json).content, text)
      assert.ok(!/[\n\r]/.test(json))
    }),
  )
})

test('a media item has the name of its sender as a string', () => {
  assert.deepEqual(JSON.parse(renderMediaItem({ ...common, type: 'video', senderName: 'Mika', sizeBytes: 7 })), {
    id: common.id,
    ts: '2026-03-10T12:00:00Z',
    type: 'video',
    sender: 'Mika',
    size: 7,
  })
})

test('a message with added fields is the same as if they had been there from the start, whatever it says', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('},"type":"image"', '\\"},"type":', '{"id":"'))
  const content = fc.oneof(
    text.map((one): MessageContent => ({ type: 'text', text: one })),
    fc.constantFrom(...cases.map(([one]) => one)),
  )
  fc.assert(
    fc.property(text, text, text, content, text, (id, userId, name, said, added) => {
      const json = renderMessage({ ...common, id, sender: { userId, name }, content: said, mediaKey: null })
      const { id: _, timestamp, sender: by, ...rest } = JSON.parse(json)
      const whole = { kind: 'message', id, timestamp, sender: { ...by, pictureUrl: added }, ...rest, title: added }
      const more = {
        ofSender: `,"pictureUrl":${JSON.stringify(added)}`,
        ofMessage: `,"title":${JSON.stringify(added)}`,
      }
      assert.equal(extendMessage(json, 'message', more), JSON.stringify(whole))
    }),
  )
})

test('a stored message is read as any JSON, whatever it says', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('', '"},"type":"text","content":"', '","timestamp":"', '","name":"', '\\', '漢字 🎂'),
  )
  const content = fc.oneof(
    text.map((one): MessageContent => ({ type: 'text', text: one })),
    fc.constantFrom(...cases.map(([one]) => one)),
  )
  fc.assert(
    fc.property(text, text, text, content, text, (id, userId, name, said, caption) => {
      const json = renderMessage({ ...common, id, sender: { userId, name }, content: said, mediaKey: null, caption })
      assert.deepEqual(readMessage(json), JSON.parse(json))
    }),
  )
})
