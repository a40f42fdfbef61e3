import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe as group, test } from 'node:test'
import { ZipFile } from 'yazl'
import { openUploadedZip } from '../../../src/adapters/zip/open-uploaded-zip.ts'
import type { HistoryChoices } from '../../../src/domain/imports/history.ts'
import { openArchive } from '../../../src/domain/imports/open-archive.ts'
import { countLines, describe } from '../../support/imports/read-history.ts'

type File = { path: string; content: string | Buffer; mode?: number; compress?: boolean }

async function zipOf(files: readonly File[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { path, content, mode = 0o100644, compress = true } of files) {
    zip.addBuffer(Buffer.from(content), path, { mode, compress })
  }
  zip.end()
  return buffer(zip.outputStream)
}

const folder = mkdtempSync(join(tmpdir(), 'innkeeper-zip-'))
after(() => rmSync(folder, { recursive: true }))
let count = 0

function save(bytes: Buffer): string {
  const path = join(folder, `${count++}.zip`)
  writeFileSync(path, bytes)
  return path
}

async function read(files: readonly File[], choices: HistoryChoices = {}) {
  const zip = await openUploadedZip(save(await zipOf(files)))
  try {
    const { head, items } = await openArchive(zip, choices)
    const all = await Array.fromAsync(items)
    countLines(all)
    return { head, read: all.map(describe) }
  } finally {
    zip.close()
  }
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
  assert.deepEqual(items, ['1 2026-03-01T09:31:05Z Mika image {"sourceId":"1","file":"ChatExport/photos/a.jpg"}'])
})

const users = [
  { id: 'U1', name: 'mika', profile: { display_name: 'Mika', real_name: 'Mika M' } },
  { id: 'U2', name: 'bot', is_bot: true, profile: { real_name: 'Helper' } },
]
const slack = (more: object) => ({ type: 'message', user: 'U1', text: '', ts: '1772357465.000100', ...more })
const workspace: readonly File[] = [
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

/** Replaces bytes of a zip wherever they occur, at the same length. */
function patch(bytes: Buffer, from: string, to: string): Buffer {
  assert.equal(from.length, to.length)
  const text = bytes.toString('latin1')
  assert.ok(text.includes(from), 'the control: there is something to replace')
  return Buffer.from(text.replaceAll(from, to), 'latin1')
}

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
    bytes: async () => patch(await zipOf([text]), 'aa/chat.txt', '../chat.txt'),
    says: /can’t be read: .*\.\./,
  },
  {
    about: 'an absolute path',
    bytes: async () => patch(await zipOf([text]), 'aa/chat.txt', '/a/chat.txt'),
    says: /can’t be read: absolute path/,
  },
  {
    about: 'a path of Windows',
    bytes: async () => patch(await zipOf([text]), 'aa/chat.txt', 'C:/chat.txt'),
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
    bytes: async () => patch(await zipOf([text, { ...text, path: 'bb/chat.txt' }]), 'bb/', 'aa/'),
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
      await assert.rejects(openUploadedZip(save(await bytes()), 2), (error: Error & { code?: string }) => {
        assert.match(error.message, says)
        return error.code === 'invalid'
      })
    })
  }
})

test('a file with a damaged byte is not read', async () => {
  const damaged = patch(await zipOf([{ ...text, compress: false }]), 'hello', 'hallo')
  const zip = await openUploadedZip(save(damaged))
  await assert.rejects(buffer(zip.read('aa/chat.txt')), /aa\/chat.txt in this zip file can’t be read: its checksum/)
  zip.close()
})
