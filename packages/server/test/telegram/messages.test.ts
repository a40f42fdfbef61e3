import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOf, flat, inn, ken, mai, messageOf, readMessage, second } from './reading.ts'

const file = { file_id: 'F1', file_unique_id: 'U1' }
const fileOf = (more: object) => ({ ...file, ...more })

function read(members: object) {
  const { content, details, file, hasFile = false } = readMessage(members)
  assert.equal(hasFile, file !== undefined && content.type !== 'sticker')
  return { content, ...(details ? { details } : {}), ...(file ? { file } : {}) }
}

test('a text has its sender, its chat and the right to answer it at any time', () => {
  assert.deepEqual(eventsOf(messageOf({ text: 'あ🌅\n"x"' })), [
    {
      kind: 'message',
      eventId: '700',
      at: second * 1000,
      channel: { channelId: 'tg:-1002222333344', type: 'group', name: 'Flat' },
      reply: { token: '-1002222333344:41', expiresAt: null, isOneUse: false, cost: 'free' },
      messageId: 'tg:-1002222333344:41',
      content: { type: 'text', text: 'あ🌅\n"x"' },
      sender: { userId: 'tg:5550001111', displayName: 'Mai T.' },
    },
  ])
})

test('each kind of content is converted to our format, with its file and caption', () => {
  const sizes = [
    { file_id: 'large', width: 1280, height: 960, file_size: 180_000 },
    { file_id: 'tiny', width: 90, height: 67, file_size: 1200 },
    { file_id: 'small', width: 320, height: 240 },
    { width: 9000, height: 9000 },
  ]
  const place = { latitude: 35.6, longitude: 139.7 }
  const thumbnail = { file_id: 'T1', width: 90, height: 90 }
  const image = { ref: 'large', previewRef: 'small', sizeBytes: 180_000, contentType: 'image/jpeg' }
  const mp4 = { ref: 'F1', contentType: 'video/mp4' }
  const cases: [object, ReturnType<typeof read>][] = [
    [
      { photo: sizes, caption: 'the kitchen', media_group_id: '139' },
      {
        content: { type: 'image', fileSize: 180_000 },
        details: { caption: 'the kitchen', imageSet: { id: '139' } },
        file: image,
      },
    ],
    [
      { photo: sizes, live_photo: fileOf({ duration: 2 }) },
      { content: { type: 'image', fileSize: 180_000 }, file: image },
    ],
    [
      { video: fileOf({ duration: 12, mime_type: 'video/quicktime', file_size: 5, thumbnail }) },
      {
        content: { type: 'video', durationMs: 12_000, fileSize: 5 },
        file: { ref: 'F1', previewRef: 'T1', sizeBytes: 5, contentType: 'video/quicktime' },
      },
    ],
    [{ video_note: fileOf({ duration: 3, length: 240 }) }, { content: { type: 'video', durationMs: 3000 }, file: mp4 }],
    [
      { animation: fileOf({ duration: 1 }), document: fileOf({ file_name: 'a.mp4' }) },
      { content: { type: 'video', durationMs: 1000 }, file: mp4 },
    ],
    [
      { animation: fileOf({ duration: 1, mime_type: 'image/gif' }) },
      { content: { type: 'image' }, file: { ref: 'F1', contentType: 'image/gif' } },
    ],
    [
      { voice: fileOf({ duration: 4 }) },
      { content: { type: 'audio', durationMs: 4000 }, file: { ref: 'F1', contentType: 'audio/ogg' } },
    ],
    [
      { audio: fileOf({ duration: 60, performer: 'Ken', title: 'Song', mime_type: 'audio/flac' }) },
      {
        content: { type: 'audio', durationMs: 60_000 },
        details: { title: 'Ken – Song' },
        file: { ref: 'F1', contentType: 'audio/flac' },
      },
    ],
    [
      { document: fileOf({ file_name: 'plan.pdf', mime_type: 'application/pdf', file_size: 31_000_000 }) },
      {
        content: { type: 'file', fileName: 'plan.pdf', fileSize: 31_000_000 },
        file: { ref: 'F1', sizeBytes: 31_000_000, contentType: 'application/pdf' },
      },
    ],
    [
      { document: fileOf({ mime_type: 'application/pdf' }) },
      { content: { type: 'file', fileName: 'file.pdf' }, file: { ref: 'F1', contentType: 'application/pdf' } },
    ],
    [{ document: file }, { content: { type: 'file', fileName: 'file' }, file: { ref: 'F1' } }],
    [
      { sticker: fileOf({ emoji: '👍', set_name: 'cats' }) },
      {
        content: { type: 'sticker', stickerId: 'U1', packageId: 'cats' },
        details: { stickerKeywords: ['👍'] },
        file: { ref: 'F1' },
      },
    ],
    [{ sticker: file }, { content: { type: 'sticker', stickerId: 'U1', packageId: '' }, file: { ref: 'F1' } }],
    [
      { sticker: fileOf({ is_animated: true, thumbnail }) },
      { content: { type: 'sticker', stickerId: 'U1', packageId: '' }, file: { ref: 'T1' } },
    ],
    [{ location: place }, { content: { type: 'location', ...place } }],
    [
      { location: place, venue: { location: place, title: 'Inn', address: '1 Street' } },
      { content: { type: 'location', ...place, address: '1 Street' }, details: { title: 'Inn' } },
    ],
    [
      {
        rich_message: {
          blocks: [
            { type: 'heading', text: 'Hours', size: 1 },
            { type: 'paragraph', text: ['open ', { type: 'bold', text: '9' }, ' to 5'] },
            { type: 'list', items: [{ label: '1.', blocks: [{ type: 'paragraph', text: 'Mon' }] }] },
            { type: 'table', cells: [[{ text: 'a' }, { text: 'b' }]], caption: { type: 'italic', text: 'c' } },
            { type: 'photo', photo: [], caption: { text: 'seen', credit: 'Ken' } },
            { type: 'hologram', blocks: [{ type: 'paragraph', text: 'x' }] },
          ],
        },
      },
      { content: { type: 'text', text: 'Hours\nopen 9 to 5\n1. Mon\na | b\nc\nseen\nKen\nx' } },
    ],
  ]
  for (const [given, expected] of cases) assert.deepEqual(read(given), expected, JSON.stringify(given))
})

test('what no message type can express is kept as text, with a symbol', () => {
  const options = [{ text: 'yes' }, { text: 'no' }]
  const cases: [object, string][] = [
    [{ contact: { first_name: 'Ken', last_name: 'O.', phone_number: '+81 3' } }, '👤 Ken O.\n+81 3'],
    [{ poll: { question: 'Pizza?', options } }, '📊 Pizza?\n• yes\n• no'],
    [{ dice: { emoji: '🎯', value: 4 } }, '🎯 4'],
    [
      { checklist: { title: 'To do', tasks: [{ text: 'cook', completion_date: second }, { text: 'eat' }] } },
      '📋 To do\n☑ cook\n☐ eat',
    ],
    [{ game: { title: 'Chess', description: 'Play' } }, '🎮 Chess\nPlay'],
    [{ story: { chat: { title: 'News' }, id: 1 } }, '📖 News'],
    [{ paid_media: { star_count: 5 }, caption: 'look' }, '⭐ 5\nlook'],
  ]
  for (const [given, text] of cases) assert.deepEqual(readMessage(given).content, { type: 'text', text })
})

test('mentions are counted like JavaScript counts, and only our own name is known', () => {
  const text = '🌅 @Inn_Bot @ken Mai'
  const entities = [
    { type: 'mention', offset: 3, length: 8 },
    { type: 'mention', offset: 12, length: 4 },
    { type: 'text_mention', offset: 17, length: 3, user: mai },
    { type: 'mention', offset: 17, length: 30 },
    { type: 'bold', offset: 0, length: 2 },
  ]
  assert.deepEqual(readMessage({ text, entities }).details?.mentions, [
    { index: 3, length: 8, isBot: true },
    { index: 12, length: 4 },
    { index: 17, length: 3, userId: 'tg:5550001111' },
  ])
})

test('a command is for us if it names us or no one', () => {
  const commandOf = (text: string) => readMessage({ text }).command
  assert.equal(commandOf('/help'), undefined)
  assert.equal(commandOf('/help@inn_bot'), '/help')
  assert.equal(commandOf('/quiet@INN_BOT 2h'), '/quiet 2h')
  assert.equal(commandOf('/help@other_bot'), null)
  assert.equal(commandOf('/help@inn_botany'), null)
  assert.equal(commandOf('write to /help@inn_bot'), undefined)
})

test('a reply names the message it replies to, and an answer stays in its topic', () => {
  const replied = { message_id: 40, from: ken, chat: flat, date: second, text: 'hi' }
  assert.equal(readMessage({ text: 'x', reply_to_message: replied }).details?.quotedMessageId, 'tg:-1002222333344:40')
  // In an ordinary supergroup a thread is only a chain of replies.
  const chained = readMessage({ text: 'x', reply_to_message: replied, message_thread_id: 40 })
  assert.equal(chained.reply?.token, '-1002222333344:41')
  assert.equal(chained.details?.topic, undefined)

  const beginning = { message_id: 7, chat: flat, date: second, forum_topic_created: { name: 'Food' } }
  const inTopic = { text: 'x', is_topic_message: true, message_thread_id: 7 }
  const posted = readMessage({ ...inTopic, reply_to_message: beginning })
  assert.deepEqual(posted.details, { topic: { id: '7', name: 'Food' } })
  assert.equal(posted.reply?.token, '-1002222333344:41:7')
  const answered = readMessage({ ...inTopic, reply_to_message: replied })
  assert.deepEqual(answered.details, { quotedMessageId: 'tg:-1002222333344:40', topic: { id: '7' } })
})

test('an anonymous admin and a channel speak as the chat they are, never as the stand-in for all of them', () => {
  const standIn = { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' }
  assert.deepEqual(readMessage({ text: '/claim', from: standIn, sender_chat: flat }).sender, {
    userId: 'tg:-1002222333344',
    displayName: 'Flat',
    isShared: true,
  })
  const news = { id: -1009, type: 'channel', title: 'News' }
  const linked = { id: 777000, is_bot: false, first_name: 'Telegram' }
  assert.deepEqual(readMessage({ text: 'x', from: linked, sender_chat: news }).sender, {
    userId: 'tg:-1009',
    displayName: 'News',
    isShared: true,
  })
  assert.equal(readMessage({ text: 'x', from: standIn }).sender?.isShared, true)
  assert.equal(readMessage({ text: 'x', from: { ...inn, id: 9 } }).sender?.isBot, true)
})

test('what only one person sees, and chats that are no groups, leave no trace', () => {
  const channel = { id: -1009, type: 'channel', title: 'News' }
  assert.deepEqual(eventsOf(messageOf({ text: 'x', message_id: 0 })), [])
  assert.deepEqual(eventsOf(messageOf({ text: 'x', ephemeral_message_id: 3 })), [])
  assert.deepEqual(eventsOf(messageOf({ text: 'x', chat: channel })), [])
  assert.deepEqual(eventsOf(messageOf({ text: 'x', chat: { ...flat, is_direct_messages: true } })), [])
  assert.deepEqual(eventsOf({ guest_message: messageOf({ text: 'x' }).message }), [])
})
