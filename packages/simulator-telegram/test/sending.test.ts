import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { inventPicture } from '../src/files/stored-files.ts'
import { openTelegram } from './support/telegram.ts'

async function openGroup(options = {}) {
  const opened = await openTelegram(options)
  opened.flat.invite({ asAdmin: true })
  const send = (parameters: object) => opened.call('sendMessage', { chat_id: opened.flat.id, ...parameters })
  const refusal = async (parameters: object) => (await send(parameters)).body.description
  return { ...opened, send, refusal }
}

test('a bot sends texts with replies, mentions and buttons', async () => {
  const { telegram, flat, mai, send, call } = await openGroup()
  const { messageId } = flat.say(mai, 'hours?')
  const { result } = await send({
    text: 'Mai: 9 to 5',
    entities: [{ type: 'text_mention', offset: 0, length: 3, user: { id: mai.id, is_bot: false, first_name: 'x' } }],
    reply_parameters: { message_id: messageId },
    reply_markup: { inline_keyboard: [[{ text: 'More', callback_data: 'more' }]] },
  })
  assert.equal(result.entities[0].user.first_name, 'Mai')
  assert.equal(result.reply_to_message.text, 'hours?')
  const pressed = flat.press(mai, result.message_id, 'more')
  await call('answerCallbackQuery', { callback_query_id: pressed.callbackId, text: 'ok' })
  assert.equal(telegram.world.answeredCallbacks.get(pressed.callbackId)?.text, 'ok')
  assert.equal(telegram.sent.length, 1)
  assert.equal(telegram.sent[0]?.chatId, flat.id)
})

test('texts that the platform refuses are refused in its words', async () => {
  const { flat, mai, refusal, send } = await openGroup({ limits: null })
  const { messageId } = flat.say(mai, 'soon gone')
  flat.delete(messageId)
  assert.equal(await refusal({ text: ' ' }), 'Bad Request: message text is empty')
  assert.equal(await refusal({ text: 'a'.repeat(4_097) }), 'Bad Request: message is too long')
  assert.equal((await send({ text: 'a'.repeat(4_096) })).status, 200)
  const entity = (offset: number, length: number) => ({ text: '🙂 a', entities: [{ type: 'bold', offset, length }] })
  assert.match(await refusal(entity(0, 5)), /ends after the end of the text/)
  assert.match(await refusal(entity(1, 2)), /begins in a middle of a UTF-16 symbol/)
  assert.equal((await send(entity(0, 4))).status, 200)
  const reply = { text: 'a', reply_parameters: { message_id: messageId } }
  assert.equal(await refusal(reply), 'Bad Request: message to be replied not found')
  const anyway = { message_id: messageId, allow_sending_without_reply: true }
  assert.equal((await send({ text: 'a', reply_parameters: anyway })).result.reply_to_message, undefined)
  assert.equal(await refusal({ text: 'a', chat_id: 1 }), 'Bad Request: chat not found')
  const button = (data: string) => ({
    text: 'a',
    reply_markup: { inline_keyboard: [[{ text: 'b', callback_data: data }]] },
  })
  assert.equal(await refusal(button('日'.repeat(22))), 'Bad Request: BUTTON_DATA_INVALID')
  assert.equal((await send(button('日'.repeat(21)))).status, 200)
  const stranger = { type: 'text_mention', offset: 0, length: 1, user: { id: 1, is_bot: false, first_name: 'x' } }
  assert.equal((await send({ text: 'a', entities: [stranger] })).result.entities, undefined)
  flat.removeBot()
  assert.equal(await refusal({ text: 'a' }), 'Forbidden: bot was kicked from the supergroup chat')
})

test('a group takes 20 messages a minute, and the refusal says how long to wait', async () => {
  const { telegram, send, time, mai, call } = await openGroup({ limits: { chat: { count: 100, periodMs: 1_000 } } })
  for (let count = 0; count < 20; count++) {
    time.now += 100
    assert.equal((await send({ text: 'a' })).status, 200)
  }
  const refused = await send({ text: 'a' })
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '59'])
  assert.deepEqual(refused.body.parameters, { retry_after: 59 })
  assert.equal(refused.body.description, 'Too Many Requests: retry after 59')
  mai.start()
  assert.equal((await call('sendMessage', { chat_id: mai.id, text: 'a' })).status, 200, 'other chats go on')
  time.now += 58_000
  assert.equal((await send({ text: 'a' })).status, 429)
  time.now += 1_000
  assert.equal((await send({ text: 'a' })).status, 200)
  assert.equal(telegram.sent.length, 22)
})

test('a picture is fetched from its address, and refused if it is none', async () => {
  const { flat, call } = await openGroup({ limits: null })
  const picture = inventPicture('a')
  const server = createServer((request, response) => {
    if (request.url === '/a.png') response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    else if (request.url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = (photo: string, caption = 'look') => call('sendPhoto', { chat_id: flat.id, photo, caption })
  const { result } = await send(`${base}/a.png`)
  assert.equal(result.caption, 'look')
  assert.equal(result.photo.at(-1).file_size, picture.length)
  assert.equal((await send(result.photo.at(-1).file_id)).status, 200)
  const words = async (photo: string, caption?: string) => (await send(photo, caption)).body.description
  assert.equal(await words(`${base}/missing`), 'Bad Request: failed to get HTTP URL content')
  assert.equal(await words(`${base}/page`), 'Bad Request: wrong type of the web page content')
  assert.equal(await words('http://somewhere.example/a.png'), 'Bad Request: failed to get HTTP URL content')
  assert.equal(await words(`${base}/a.png`, 'a'.repeat(1_025)), 'Bad Request: message caption is too long')
  assert.equal(await words(''), 'Bad Request: there is no photo in the request')
})

test('commands are kept by language and scope', async () => {
  const { call } = await openGroup()
  const commands = [{ command: 'help', description: 'What I can do' }]
  await call('setMyCommands', { commands })
  await call('setMyCommands', { commands: [{ command: 'help', description: 'できること' }], language_code: 'ja' })
  await call('setMyCommands', { commands: [], scope: { type: 'all_private_chats' } })
  assert.equal((await call('getMyCommands')).result[0].description, 'What I can do')
  assert.equal((await call('getMyCommands', { language_code: 'ja' })).result[0].description, 'できること')
  assert.deepEqual((await call('getMyCommands', { scope: { type: 'all_private_chats' } })).result, [])
  assert.equal((await call('setMyCommands', { commands: [{ command: 'Help!', description: 'x' }] })).status, 400)
})
