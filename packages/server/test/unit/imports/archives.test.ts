import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe as group, test } from 'node:test'
import { openUploadedZip } from '../../../src/adapters/zip/open-uploaded-zip.ts'
import type { HistoryChoices } from '../../../src/domain/imports/history.ts'
import { openArchive } from '../../../src/domain/imports/open-archive.ts'
import { countLines, describe } from '../../support/imports/read-history.ts'
import { patchZip, type ZippedFile, zipOf } from '../../support/imports/zip-of.ts'

/** The reads are counted, because in a bucket each of them is a request. */
function inMemory(bytes: Buffer) {
  const reads = { count: 0 }
  const open = ({ start, end }: { start: number; end: number }) => {
    reads.count++
    return Readable.from([bytes.subarray(start, end + 1)])
  }
  return { sizeBytes: bytes.length, open, reads }
}

async function read(files: readonly ZippedFile[], choices: HistoryChoices = {}) {
  const { head, items } = await openArchive(await openUploadedZip(inMemory(await zipOf(files))), choices)
  const all = await Array.fromAsync(items)
  countLines(all)
  return { head, read: all.map(describe) }
}

const lineText = readFileSync(new URL('../../fixtures/line-history/line-en-mobile-ymd.txt', import.meta.url))
const json = (value: unknown) => JSON.stringify(value)

test('a WhatsApp zip is read with its files', async () => {
  const chat =
    '[31.12.20, 23:59:01] Mika: \u200e<Anhang: 00000002-PHOTO-2020-12-31-23-59-01.jpg>\r\n[31.12.20, 23:59:02] Mika: \u200e<Anhang: 00000003-PHOTO-2020-12-31-23-59-02.jpg>\r\n'
  const { head, read: items } = await read([
    { path: '00000002-PHOTO-2020-12-31-23-59-01.jpg', content: 'x' },
    { path: '_chat.txt', content: chat },
    { path: '00000004-old.txt', content: lineText },
    { path: '__MACOSX/._chat.txt', content: 'x' },
  ])
  assert.equal(head.format, 'whatsapp')
  assert.deepEqual(items, [
    '1 2020-12-31 23:59:01 Mika image {"file":"00000002-PHOTO-2020-12-31-23-59-01.jpg"}',
    // Its file isn't in the zip.
    '2 2020-12-31 23:59:02 Mika image',
  ])
})

test('a history in a folder has its files in that folder', async () => {
  const message = {
    id: 1,
    type: 'message',
    date_unixtime: '1772357465',
    from: 'Mika',
    from_id: 'user1',
    photo: 'photos/a.jpg',
    text: '',
  }
  const { read: items } = await read([
    {
      path: 'ChatExport/result.json',
      content: json({ name: 'Ken', type: 'personal_chat', id: 9, messages: [message] }),
    },
    { path: 'ChatExport/photos/a.jpg', content: 'x' },
  ])
  assert.deepEqual(items, ['1 2026-03-01T09:31:05Z Mika image {"file":"ChatExport/photos/a.jpg"}'])
})

const users = [
  { id: 'U1', name: 'mika', profile: { display_name: 'Mika', real_name: 'Mika M' } },
  { id: 'U2', name: 'bot', is_bot: true, profile: { real_name: 'Helper' } },
]
const slack = (more: object) => ({ type: 'message', user: 'U1', text: '', ts: '1772357465.000100', ...more })
const workspace: readonly ZippedFile[] = [
  { path: 'users.json', content: json(users) },
  { path: 'channels.json', content: json([{ id: 'C1', name: 'general' }]) },
  {
    path: 'general/2026-03-02.json',
    content: json([
      slack({
        ts: '1772443865.000200',
        text: 'yes',
        thread_ts: '1772357465.000100',
        edited: { user: 'U1', ts: '1772443866.000000' },
      }),
      slack({ ts: '1772443867.000000', subtype: 'channel_leave' }),
      slack({ ts: 'yesterday' }),
    ]),
  },
  {
    path: 'general/2026-03-01.json',
    content: json([
      slack({
        text: 'hi <@U2> &amp; <#C1|general>, see <https://example.org|this> or <http://example.com|example.com> &lt;3',
      }),
      slack({
        ts: '1772357466.000000',
        text: 'two files',
        files: [
          { id: 'F1', name: 'a.png', mimetype: 'image/png', size: 12 },
          { id: 'F2', name: 'b.pdf', mimetype: 'application/pdf', size: 34 },
          { id: 'F3', mode: 'tombstone' },
        ],
      }),
      slack({ ts: '1772357467.000000', user: 'U2', subtype: 'bot_message', text: 'beep' }),
    ]),
  },
  { path: '__uploads/F1/a.png', content: 'x' },
]

test('a channel of a Slack export is read, its days in order', async () => {
  const { head, read: items } = await read(workspace)
  assert.deepEqual(head, { format: 'slack', title: 'general', questions: [] })
  assert.deepEqual(items, [
    '1 2026-03-01T09:31:05Z Mika text “hi @Helper & #general, see this (https://example.org) or example.com <3” {"sourceId":"1772357465.000100"}',
    '2 2026-03-01T09:31:06Z Mika image {"fileSize":12} {"file":"__uploads/F1/a.png","caption":"two files","sourceId":"1772357466.000000"}',
    '2+0 2026-03-01T09:31:06Z Mika file {"fileSize":34,"fileName":"b.pdf"} {"sourceId":"1772357466.000000/1"}',
    '3 2026-03-01T09:31:07Z Helper text “beep” {"sourceId":"1772357467.000000"}',
    '4 2026-03-02T09:31:05Z Mika text “yes” {"sourceId":"1772443865.000200","repliesTo":"1772357465.000100","isEdited":true,"editedAt":{"instant":1772443866000}}',
    '5 2026-03-02T09:31:07Z note left Mika',
    '6 unread unknown-record',
  ])
})

test('of a Slack export with several channels, one is chosen', async () => {
  const files = [...workspace, { path: 'random/2026-03-01.json', content: json([slack({ text: 'other' })]) }]
  const { head, read: items } = await read(files)
  assert.deepEqual(head.questions, [
    {
      ask: 'chat',
      chats: [
        { id: 'general', name: 'general', messages: 6 },
        { id: 'random', name: 'random', messages: 1 },
      ],
    },
  ])
  assert.deepEqual(items, [])
  assert.equal((await read(files, { chat: 'random' })).read.length, 1)
})

test('a zip file without a history, or with several, is refused', async () => {
  await assert.rejects(read([{ path: 'a.jpg', content: 'x' }]), /There is no chat history/)
  const inside = await zipOf([{ path: 'a.txt', content: lineText }])
  await assert.rejects(read([{ path: 'a.zip', content: inside }]), /There is no chat history/)
  const two = ['a.txt', 'b.txt'].map((path) => ({ path, content: lineText }))
  await assert.rejects(read(two), /several chat histories, such as a.txt/)
})

/** The entry in the list of the first file. Offsets are those of the format. */
function patchEntry(bytes: Buffer, change: (entry: Buffer) => void): Buffer {
  const patched = Buffer.from(bytes)
  change(patched.subarray(patched.indexOf('PK\u0001\u0002')))
  return patched
}

const text = { path: 'aa/chat.txt', content: lineText }

const hostile: readonly { about: string; bytes: () => Promise<Buffer>; says: RegExp }[] = [
  {
    about: 'a path that leads outside',
    bytes: async () => patchZip(await zipOf([text]), 'aa/chat.txt', '../chat.txt'),
    says: /can’t be read: .*\.\./,
  },
  {
    about: 'an absolute path',
    bytes: async () => patchZip(await zipOf([text]), 'aa/chat.txt', '/a/chat.txt'),
    says: /can’t be read: absolute path/,
  },
  {
    about: 'a path of Windows',
    bytes: async () => patchZip(await zipOf([text]), 'aa/chat.txt', 'C:/chat.txt'),
    says: /can’t be read: absolute path/,
  },
  {
    about: 'a link',
    bytes: () => zipOf([{ path: 'a', content: '/etc/passwd', mode: 0o120777 }]),
    says: /a in this zip file is a link/,
  },
  {
    about: 'an encrypted file',
    bytes: async () => patchEntry(await zipOf([text]), (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8)),
    says: /is encrypted/,
  },
  {
    about: 'a name that occurs twice',
    bytes: async () => patchZip(await zipOf([text, { ...text, path: 'bb/chat.txt' }]), 'bb/', 'aa/'),
    says: /twice/,
  },
  {
    about: 'files that grow too much',
    bytes: () => zipOf([{ path: 'a.txt', content: Buffer.alloc(4_000_000) }]),
    says: /more than 100 times/,
  },
  {
    about: 'files that overlap',
    bytes: async () =>
      patchEntry(await zipOf([{ ...text, compress: false }]), (entry) => {
        entry.writeUInt32LE(100_000, 20)
        entry.writeUInt32LE(100_000, 24)
      }),
    says: /overlap/,
  },
  {
    about: 'too many files',
    bytes: () => zipOf(['a', 'b', 'c'].map((path) => ({ path, content: path }))),
    says: /contains 3 files. At most 2/,
  },
  {
    about: 'something else',
    bytes: async () => Buffer.from('not a zip file at all, but long enough'),
    says: /can’t be read/,
  },
  { about: 'half of a zip file', bytes: async () => (await zipOf([text])).subarray(0, 60), says: /can’t be read/ },
]

group('a zip file is refused if it contains', () => {
  for (const { about, bytes, says } of hostile) {
    test(about, async () => {
      await assert.rejects(openUploadedZip(inMemory(await bytes()), 2), (error: Error & { code?: string }) => {
        assert.match(error.message, says)
        return error.code === 'invalid'
      })
    })
  }
})

test('a file with a damaged byte is not read', async () => {
  const damaged = patchZip(await zipOf([{ ...text, compress: false }]), 'hello', 'hallo')
  const zip = await openUploadedZip(inMemory(damaged))
  await assert.rejects(buffer(zip.read('aa/chat.txt')), /aa\/chat.txt in this zip file can’t be read: its checksum/)
})

test('a list of many files is read in a few pieces', async () => {
  const files = Array.from({ length: 3_000 }, (_, index) => ({ path: `photos/${index}.jpg`, content: 'x' }))
  const bytes = inMemory(await zipOf(files))
  assert.equal((await openUploadedZip(bytes)).paths.length, 3_000)
  assert.ok(bytes.reads.count < 6, `${bytes.reads.count} reads`)
})

test('a zip file in a bucket that doesn’t respond isn’t the fault of who uploaded it', async () => {
  const open = () => Readable.from((async function* () {})()).destroy(new Error('no response'))
  await assert.rejects(openUploadedZip({ sizeBytes: 1_000, open }), /^Error: no response$/)
})

test('our own export is read as one history, with its files', async () => {
  const head = json({ kind: 'export', format: 1, channel: { id: 'C1', name: 'Hikers' } })
  const message = (id: string, more: object) =>
    json({ kind: 'message', id, time: 1_772_357_465_000, sender: { id: 'U1', name: 'Mika' }, ...more })
  const picture = { type: 'image', media: { state: 'stored', path: 'media/a.jpg' } }
  const { head: found, read: items } = await read([
    { path: 'jsonl/2026-04.jsonl', content: `${head}\n${message('m2', { type: 'text', content: 'two' })}\n` },
    { path: 'jsonl/2026-03.jsonl', content: `${head}\n${message('m1', picture)}\n` },
    { path: 'txt/2026-03.txt', content: lineText },
    { path: 'media/a.jpg', content: 'x' },
    { path: 'manifest.json', content: '{}' },
  ])
  assert.equal(found.title, 'Hikers')
  assert.deepEqual(
    items.filter((item) => item.includes('Mika')),
    [
      '2 2026-03-01T09:31:05Z Mika image {"sourceId":"m1","messageId":"m1","file":"media/a.jpg"}',
      '4 2026-03-01T09:31:05Z Mika text “two” {"sourceId":"m2","messageId":"m2"}',
    ],
  )
})
