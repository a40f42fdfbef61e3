import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '@innkeeper/contract'
import { type ExportedMessage, toFileLine, toJsonLine, toTextLine } from '../../../src/domain/messages/own-export.ts'

const sentAt = Date.parse('2026-03-01T15:30:00Z')
const head = { id: 'm-1', timestamp: '2026-03-01T15:30:00Z', sender: { id: 'U1', name: 'Mika' } }
const exported = (message: Message, more: Partial<ExportedMessage> = {}): ExportedMessage => ({
  sentAt,
  editedAt: null,
  message,
  versions: [],
  path: null,
  ...more,
})

test('every type of message is one line that people can read, in the time zone of the channel', () => {
  const cases: [Message, string][] = [
    [{ ...head, type: 'text', content: 'Hello' }, 'Hello'],
    [{ ...head, type: 'text', content: 'one\r\ntwo\nthree' }, 'one\n                  two\n                  three'],
    [{ ...head, type: 'image', mediaKey: 'k', fileSize: 7 }, '[image: 7 bytes]'],
    [{ ...head, type: 'image', mediaKey: 'k', fileSize: 7, caption: 'a\nb' }, `[image: 7 bytes] a\n${' '.repeat(18)}b`],
    [{ ...head, type: 'video', mediaKey: 'k', fileSize: 8, duration: 9 }, '[video: 8 bytes]'],
    [{ ...head, type: 'audio', mediaKey: 'k', fileSize: 8, duration: 9 }, '[audio: 8 bytes]'],
    [{ ...head, type: 'file', mediaKey: 'k', fileSize: 8, fileName: 'a\nb.pdf' }, '[file: a b.pdf, 8 bytes]'],
    [{ ...head, type: 'location', latitude: 1, longitude: 2, address: '' }, '[location: 1, 2]'],
    [{ ...head, type: 'location', latitude: 1, longitude: 2, address: 'Pier 4' }, '[location: Pier 4, 1, 2]'],
    [{ ...head, type: 'sticker', stickerId: '1', packageId: '2' }, '[sticker: 2/1]'],
  ]
  for (const [message, text] of cases) {
    assert.equal(toTextLine(exported(message), 'Asia/Tokyo'), `2026-03-02 00:30  ${text}\n`, message.type)
  }
})

test('an edited text says so, and its versions are in the JSON', () => {
  const versions = [{ at: '2026-03-01T15:30:00Z', content: 'teh' }]
  const one = exported({ ...head, type: 'text', content: 'the' }, { editedAt: sentAt + 60_000, versions })
  assert.equal(toTextLine(one, 'UTC'), '2026-03-01 15:30  the (edited)\n')
  const line = toJsonLine(one)
  assert.deepEqual([line.split('\n').length, line.endsWith('\n')], [2, true])
  const { editedAt, versions: kept, content, path } = JSON.parse(line)
  assert.deepEqual([editedAt, kept, content, path], ['2026-03-01T15:31:00Z', versions, 'the', undefined])
})

test('a file has its address in both formats', () => {
  const one = exported({ ...head, type: 'image', mediaKey: 'k', fileSize: 7 }, { path: '/api/x' })
  assert.equal(JSON.parse(toJsonLine(one)).path, '/api/x')
  assert.equal(
    toFileLine(one, 'UTC', 'https://inn.example'),
    '2026-03-01 15:30  [image: 7 bytes]  https://inn.example/api/x\n',
  )
})
