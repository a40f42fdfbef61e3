import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Content, Message, Update } from '../src/index.ts'
import { findCallProblems, findProblems } from './support/spec.ts'
import { openTelegram } from './support/telegram.ts'

const place = { latitude: 35.7, longitude: 139.7 }
const contents: Content[] = [
  'a text with @someone, /help@innkeeper_bot, #tag and https://example.com/a.',
  { type: 'text', text: 'bold', entities: [{ type: 'bold', offset: 0, length: 4 }] },
  { type: 'photo', caption: 'look, @someone' },
  { type: 'live_photo', caption: 'alive' },
  { type: 'video', fileName: 'a.mp4' },
  { type: 'animation', caption: 'again and again' },
  { type: 'video_note' },
  { type: 'voice', durationSeconds: 4 },
  { type: 'audio', fileName: 'a.mp3', performer: 'Ken', title: 'Song' },
  { type: 'document', fileName: 'plan.pdf', mimeType: 'application/pdf', caption: 'the plan' },
  { type: 'document' },
  { type: 'sticker', emoji: '🙂', setName: 'Faces' },
  { type: 'sticker' },
  { type: 'location', ...place },
  { type: 'location', ...place, livePeriodSeconds: 900 },
  { type: 'venue', ...place, title: 'Inn', address: 'Main Street 1' },
  { type: 'contact', phoneNumber: '+81312345678', firstName: 'Ken', vcard: 'BEGIN:VCARD\nEND:VCARD' },
  { type: 'poll', question: 'When?', options: ['Today', 'Tomorrow'] },
  { type: 'dice' },
  { type: 'rich_message', paragraphs: ['One.', 'Two.'] },
  { type: 'other', fields: { story: { chat: { id: -1001234567890, type: 'channel', title: 'News' }, id: 7 } } },
]

test('everything that people can send is as the Bot API describes it', async () => {
  const { telegram, flat, mai, drain } = await openTelegram()
  flat.invite({ asAdmin: true })
  for (const content of contents) flat.say(mai, content)
  mai.start('link')
  for (const content of contents) mai.say(content)
  flat.album(mai, [{ type: 'photo', caption: 'three' }, { type: 'video' }, { type: 'photo' }])
  const updates = await drain()
  assert.equal(updates.length, 2 + contents.length * 2 + 1 + 3)
  assert.equal(telegram.updates.list().length, 0)
  const albums = updates.flatMap(({ message }) => (message as Message | undefined)?.media_group_id ?? [])
  assert.equal(albums.length, 3)
  assert.equal(new Set(albums).size, 1)
})

test('the checker notices what is wrong', () => {
  const examples: Update[] = JSON.parse(readFileSync(new URL('fixtures/examples.json', import.meta.url), 'utf8'))
  assert.equal(examples.length, 12)
  for (const update of examples) assert.deepEqual(findProblems('Update', update), [])
  const wrong = { update_id: 1.5, message: { message_id: '1', chat: { id: 1, type: 'private' }, photos: [] } }
  assert.deepEqual(findProblems('Update', wrong), [
    'Update.update_id is not a whole number',
    "Update.message.photos doesn't exist",
    'Update.message.message_id is not a whole number',
    'Update.message.date is missing',
  ])
  assert.deepEqual(findCallProblems('sendMessage', { chat_id: 1, txt: 'a' }), [
    "sendMessage.txt doesn't exist",
    'sendMessage.text is missing',
  ])
})

test('offsets of entities are in UTF-16 units', async () => {
  const { flat, mai } = await openTelegram()
  flat.invite({ asAdmin: true })
  const { message } = flat.say(mai, '🙂🙂 @innkeeper_bot /start')
  assert.deepEqual(message.entities, [
    { type: 'mention', offset: 5, length: 14 },
    { type: 'bot_command', offset: 20, length: 6 },
  ])
})

test('messages of supergroups are numbered from one, others per account', async () => {
  const { telegram, flat, mai, ken } = await openTelegram()
  const small = telegram.addGroup({ title: 'Small', members: [mai, ken] })
  const numbers = [flat.say(mai, 'a'), mai.say('b'), small.say(ken, 'c'), ken.say('d'), flat.say(ken, 'e')]
  assert.deepEqual(
    numbers.map(({ messageId }) => messageId),
    [1, 1, 2, 3, 2],
  )
})

test('edits come with their time, also those that change nothing', async () => {
  const { flat, mai, drain, time } = await openTelegram()
  flat.invite({ asAdmin: true })
  const { messageId } = flat.say(mai, 'one')
  const photo = flat.say(mai, { type: 'photo', caption: 'before' })
  const live = flat.say(mai, { type: 'location', ...place, livePeriodSeconds: 900 })
  await drain()
  time.now += 60_000
  flat.edit(mai, messageId, 'two')
  flat.touch(messageId)
  flat.editCaption(mai, photo.messageId, 'after')
  flat.edit(mai, live.messageId, { type: 'location', latitude: 35.8, longitude: 139.8, livePeriodSeconds: 900 })
  const edited = (await drain()).map((update) => update.edited_message as Message)
  assert.deepEqual(
    edited.map(({ text, caption }) => text ?? caption),
    ['two', 'two', 'after', undefined],
  )
  for (const message of edited) assert.equal(message.edit_date, time.now / 1_000)
  assert.deepEqual(edited[2]?.photo, photo.message.photo)
  flat.delete(messageId)
  assert.deepEqual(await drain(), [], 'the platform says nothing about deleted messages')
})

test('replies name the message they answer', async () => {
  const { flat, mai, ken, drain } = await openTelegram()
  flat.invite({ asAdmin: true })
  const { messageId } = flat.say(mai, 'hours?')
  const { messageId: second } = flat.say(ken, '9 to 5', { replyTo: messageId })
  flat.say(mai, 'thanks', { replyTo: second })
  const replies = (await drain()).flatMap(({ message }) => (message as Message | undefined)?.reply_to_message ?? [])
  assert.deepEqual(
    replies.map(({ text, reply_to_message: further }) => [text, further]),
    [
      ['hours?', undefined],
      ['9 to 5', undefined],
    ],
  )
})

test('topics are in their messages, and a bot can only write to those that exist', async () => {
  const { flat, mai, call, drain } = await openTelegram()
  flat.invite({ asAdmin: true })
  const topic = flat.createTopic(mai, 'Kitchen')
  flat.say(mai, 'hello', { topic })
  const [created, message] = (await drain()).slice(-2).map((update) => update.message as Message)
  assert.deepEqual(created?.forum_topic_created, { name: 'Kitchen', icon_color: 7_322_096 })
  assert.deepEqual([message?.message_thread_id, message?.is_topic_message], [topic, true])
  const sent = await call('sendMessage', { chat_id: flat.id, text: 'hi', message_thread_id: topic })
  assert.equal(sent.result.message_thread_id, topic)
  const missing = await call('sendMessage', { chat_id: flat.id, text: 'hi', message_thread_id: 999 })
  assert.equal(missing.body.description, 'Bad Request: message thread not found')
})

test('anonymous admins and channels speak through stand-ins', async () => {
  const { telegram, flat, mai, drain } = await openTelegram()
  const news = telegram.addChannel({ title: 'News', owner: mai })
  flat.invite({ asAdmin: true })
  flat.say(mai, '/claim', { as: 'group' })
  flat.say(mai, 'from a channel', { as: { channel: news } })
  flat.linkChannel(news)
  const post = news.post('big news')
  const messages = (await drain()).flatMap(({ message }) => (message ? [message as Message] : []))
  const [anonymous, channel, forwarded] = messages.slice(-3)
  assert.deepEqual([anonymous?.from?.id, anonymous?.sender_chat?.id], [1_087_968_824, flat.id])
  assert.deepEqual([channel?.from?.id, channel?.sender_chat?.id], [136_817_688, news.id])
  assert.deepEqual([forwarded?.from?.id, forwarded?.sender_chat?.id], [777_000, news.id])
  assert.equal(forwarded?.is_automatic_forward, true)
  assert.equal((forwarded?.forward_origin as { message_id: number } | undefined)?.message_id, post.messageId)
})

test('anything can be sent, also what the platform never would', async () => {
  const { telegram, flat, mai, call } = await openTelegram()
  flat.invite({ asAdmin: true })
  const { messageId } = flat.say(mai, 'twice')
  const [again, unknown] = [flat.repeat(messageId), telegram.sendUpdate({ message: null })]
  const next = telegram.sendUpdate({ novelty: { is_new: true } })
  assert.deepEqual([unknown.updateId, next.updateId], [Number(again.updateId) + 1, Number(again.updateId) + 2])
  telegram.updates.nextId += 5
  assert.equal(flat.say(mai, 'after a jump').updateId, Number(next.updateId) + 6)
  const { result } = await call('getUpdates', { timeout: 0 })
  assert.deepEqual(result.at(-2).novelty, { is_new: true })
})
