import assert from 'node:assert/strict'
import { describe as group, test } from 'node:test'
import fc from 'fast-check'
import type { HistoryChoices } from '../../../src/domain/imports/history.ts'
import { countLines, describe, readHistory } from '../../support/imports/read-history.ts'
import { isSoak } from '../../support/soak.ts'

const read = async (json: string, choices: HistoryChoices = {}, pieceBytes = 4096) => {
  const { head, items } = await readHistory(Buffer.from(json), choices, pieceBytes)
  return { head, lines: countLines(items), read: items.map(describe), items }
}

const at = { date: '2026-03-01T18:31:05', date_unixtime: '1772357465' }
const mika = { from: 'Mika', from_id: 'user123' }
const message = (id: number, more: object) => ({
  id,
  type: 'message',
  ...at,
  ...mika,
  text: '',
  text_entities: [],
  ...more,
})

const chat = {
  name: 'Book club',
  type: 'private_supergroup',
  id: 4567,
  messages: [
    {
      id: 1,
      type: 'service',
      ...at,
      actor: 'Mika',
      actor_id: 'user123',
      action: 'invite_members',
      members: ['Ken'],
      text: '',
    },
    message(2, { text: 'hello' }),
    message(3, {
      text: ['see ', { type: 'link', text: 'https://example.org' }, '!'],
      text_entities: [
        { type: 'plain', text: 'see ' },
        { type: 'link', text: 'https://example.org' },
        { type: 'plain', text: '!' },
      ],
      reply_to_message_id: 2,
      edited: '2026-03-01T18:32:05',
      edited_unixtime: '1772357525',
    }),
    message(4, { photo: 'photos/photo_1.jpg', photo_file_size: 1234, width: 10, height: 10, text: 'look' }),
    message(5, {
      file: '(File not included. Change data exporting settings to download.)',
      file_name: 'a.pdf',
      media_type: undefined,
      mime_type: 'application/pdf',
    }),
    message(6, { file: 'voice_messages/a.ogg', file_size: 99, media_type: 'voice_message', duration_seconds: 7 }),
    message(7, { file: 'stickers/a.webp', media_type: 'sticker', sticker_emoji: '🎉' }),
    message(8, { location_information: { latitude: 35.5, longitude: 139.5 }, place_name: 'Station', address: '1-1' }),
    message(9, { poll: { question: 'When?', closed: false, answers: [] } }),
    { id: 10, type: 'unsupported', ...at },
    { id: 11, type: 'message', text: 'without a time' },
    message(-999_999_990, { from: null, text: 'before the group was a supergroup' }),
  ],
}

const ours = (id: number) => `"sourceId":"${id}","messageId":"tg:-1000000004567:${id}"`
const expected = [
  '1 2026-03-01T09:31:05Z note joined Ken',
  `2 2026-03-01T09:31:05Z Mika text “hello” {${ours(2)}}`,
  `3 2026-03-01T09:31:05Z Mika text “see https://example.org!” {${ours(3)},"repliesTo":"2","repliesToId":"tg:-1000000004567:2","isEdited":true,"editedAt":{"instant":1772357525000}}`,
  `4 2026-03-01T09:31:05Z Mika image {"fileSize":1234} {"file":"photos/photo_1.jpg","caption":"look",${ours(4)}}`,
  `5 2026-03-01T09:31:05Z Mika file {"fileName":"a.pdf"} {${ours(5)}}`,
  `6 2026-03-01T09:31:05Z Mika audio {"fileSize":99,"durationMs":7000} {"file":"voice_messages/a.ogg",${ours(6)}}`,
  `7 2026-03-01T09:31:05Z Mika sticker {"file":"stickers/a.webp",${ours(7)}}`,
  `8 2026-03-01T09:31:05Z Mika location {"latitude":35.5,"longitude":139.5,"address":"Station, 1-1"} {${ours(8)}}`,
  '9 2026-03-01T09:31:05Z note poll Mika',
  '10 unread unknown-record',
  '11 unread unknown-record',
  '12 2026-03-01T09:31:05Z  text “before the group was a supergroup”',
]

group('Telegram Desktop', () => {
  test('a chat is read, however it’s cut into pieces and written', async () => {
    for (const [json, pieceBytes] of [
      [JSON.stringify(chat), 1],
      [JSON.stringify(chat, null, 1), 7],
      [`\ufeff${JSON.stringify(chat, null, 1).replaceAll('\n', '\r\n')}\r\n`, 4096],
    ] as const) {
      const { head, read: items, lines } = await read(json, {}, pieceBytes)
      assert.deepEqual(head, { format: 'telegram', title: 'Book club', questions: [] })
      assert.deepEqual(items, expected)
      assert.equal(lines, chat.messages.length)
    }
  })

  test('people are identified as our connector does', async () => {
    const { items } = await read(JSON.stringify(chat))
    assert.deepEqual(items[1]?.kind === 'message' && items[1].person, { name: 'Mika', userId: 'tg:123' })
  })

  test('of an account with several chats, one is chosen', async () => {
    const other = { name: 'Ken', type: 'personal_chat', id: 9, messages: [message(1, { text: 'hi' })] }
    const account = {
      about: 'Here is the data',
      personal_information: { user_id: 1 },
      chats: { about: '', list: [chat, other] },
    }
    const json = JSON.stringify(account, null, 1)
    const asked = await read(json)
    assert.deepEqual(asked.head.questions, [
      {
        ask: 'chat',
        chats: [
          { id: '4567', name: 'Book club', messages: 12 },
          { id: '9', name: 'Ken', messages: 1 },
        ],
      },
    ])
    assert.ok(asked.read.every((item) => item.endsWith('unread chat-unclear')))
    const { head, read: items, lines } = await read(json, { chat: '9' })
    assert.equal(head.title, 'Ken')
    assert.equal(lines, 13)
    // Numbers of private chats differ for each account.
    assert.deepEqual(items.slice(11), ['12 other', '13 2026-03-01T09:31:05Z Mika text “hi”'])
  })

  test('JSON that some versions write wrong is repaired, or only that message is unread', async () => {
    const json = JSON.stringify({
      ...chat,
      messages: ['a', 'b', 'c'].map((text, index) => message(index + 1, { text })),
    })
    const broken = json
      .replace('"text":"a"', '"text":"a\\x1F\\\\x1F"')
      .replace('"text":"b"', '"document_id": path, "text":"b"')
    const { read: items } = await read(broken)
    assert.deepEqual(items, [
      `1 2026-03-01T09:31:05Z Mika text “a\u001f\\x1F” {${ours(1)}}`,
      '2 unread broken-json',
      `3 2026-03-01T09:31:05Z Mika text “c” {${ours(3)}}`,
    ])
  })

  test('a file that was cut off is read as far as it goes, and says so', async () => {
    const json = JSON.stringify(chat)
    const { read: items } = await read(json.slice(0, json.indexOf('"id":4,') + 20))
    assert.deepEqual(items, [...expected.slice(0, 3), '4 unread broken-json'])
  })

  test('a message too large to be one is unread and not kept', async () => {
    const huge = message(1, { text: 'x'.repeat(9_000_000) })
    const { read: items } = await read(
      JSON.stringify({ ...chat, messages: [huge, message(2, { text: 'ok' })] }),
      {},
      65_536,
    )
    assert.deepEqual(items, ['1 unread too-long', `2 2026-03-01T09:31:05Z Mika text “ok” {${ours(2)}}`])
  })

  test('what is nested too deeply doesn’t get in the way', async () => {
    const deep = `${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}`
    const json = JSON.stringify({ ...chat, messages: [message(1, { text: 'ok' })] })
    const { read: items } = await read(json.replace('"messages"', () => `"other":${deep},"messages"`))
    assert.deepEqual(items, [`1 2026-03-01T09:31:05Z Mika text “ok” {${ours(1)}}`])
  })

  test('any text is read back exactly, however the file is cut into pieces', async () => {
    const texts = fc.array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('"', '\\', '{', '}]', '"messages":[', '\\x1F', '\n')),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(texts, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 50 }),
        async (all, pieceBytes) => {
          const said = all.map((parts) => `.${parts.join('')}`)
          const messages = said.map((text, index) => message(index + 1, { text }))
          const { items } = await read(JSON.stringify({ ...chat, messages }), {}, pieceBytes)
          const found = items.map(
            (item) => item.kind === 'message' && item.content.type === 'text' && item.content.text,
          )
          assert.deepEqual(found, said)
        },
      ),
      { numRuns: isSoak ? 10_000 : 200 },
    )
  })
})

test('a channel that DiscordChatExporter exported is read', async () => {
  const author = { id: '42', name: 'mika', nickname: 'Mika', isBot: false }
  const said = (id: string, more: object) => ({
    id,
    type: 'Default',
    timestamp: '2026-03-01T18:31:05.123+09:00',
    timestampEdited: null,
    content: '',
    author,
    attachments: [],
    stickers: [],
    ...more,
  })
  const file = { guild: { id: '1', name: 'Books' }, channel: { id: '2', type: 'GuildTextChat', name: 'club' } }
  const photo = { id: '8', url: 'club.json_Files/a-1A2B.jpg', fileName: 'a.jpg', fileSizeBytes: 12 }
  const pdf = { id: '9', url: 'https://cdn.example/b.pdf?ex=1', fileName: 'b.pdf', fileSizeBytes: 34 }
  const messages = [
    said('100', { content: 'hello', timestampEdited: '2026-03-01T09:32:05+00:00' }),
    said('101', { type: 'Reply', content: 'yes', reference: { messageId: '100', channelId: '2', guildId: '1' } }),
    said('102', { content: 'two files', attachments: [photo, pdf] }),
    said('103', { stickers: [{ id: '7', name: 'wave' }], author: { ...author, isBot: true } }),
    said('104', { type: 'GuildMemberJoin' }),
    said('105', { timestamp: 'yesterday' }),
  ]
  const { head, read: items, lines } = await read(JSON.stringify({ ...file, messages, messageCount: 6 }, null, 2))
  assert.deepEqual(head, { format: 'discord', title: 'club', questions: [] })
  const time = '2026-03-01T09:31:05.123Z'
  assert.deepEqual(items, [
    `1 ${time} Mika text “hello” {"sourceId":"100","isEdited":true,"editedAt":{"instant":1772357525000}}`,
    `2 ${time} Mika text “yes” {"sourceId":"101","repliesTo":"100"}`,
    `3 ${time} Mika image {"fileSize":12} {"file":"club.json_Files/a-1A2B.jpg","caption":"two files","sourceId":"102"}`,
    `3+0 ${time} Mika file {"fileSize":34,"fileName":"b.pdf"} {"sourceId":"102/1"}`,
    `4 ${time} Mika sticker {"stickerId":"7"} {"sourceId":"103"}`,
    `5 ${time} note joined Mika`,
    '6 unread unknown-record',
  ])
  assert.equal(lines, 6)
})

test('JSON that isn’t a chat history is refused', async () => {
  for (const json of [
    '{}',
    '[]',
    '{"messages":[{"text":"hi"}]}',
    '{"name":"package","type":"module"}',
    '{',
    '[{"a":1}]',
  ]) {
    await assert.rejects(readHistory(Buffer.from(json)), /don’t recognize/)
  }
})
