import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Bot, type Context, GrammyError, InputFile, webhookCallback } from 'grammy'
import { openTelegram } from './support/telegram.ts'

// grammY does not know the simulator, so it accepts responses and fails exactly as in a real bot.

async function openBot(options = {}) {
  const opened = await openTelegram(options)
  const { url: apiRoot, token } = opened.telegram
  const bot = new Bot(token, { client: { apiRoot } })
  opened.flat.invite({ asAdmin: true })
  return { ...opened, bot }
}

test('a bot gets messages and replies to them', async () => {
  const { telegram, bot, flat, mai, ken } = await openBot()
  const joined: string[] = []
  bot.command('hours', (context) => context.reply('9 to 5', { reply_parameters: { message_id: context.msgId } }))
  bot.on('chat_member', (context) => {
    joined.push(context.chatMember.new_chat_member.status)
  })
  const polling = bot.start({ allowed_updates: ['message', 'chat_member'], timeout: 50 })
  await telegram.until(() => telegram.updates.waits().isOpen)
  const { messageId } = flat.say(mai, '/hours')
  await telegram.until(() => telegram.sent.length === 1)
  assert.equal(telegram.sent[0]?.message.text, '9 to 5')
  assert.equal(telegram.sent[0]?.message.reply_to_message?.message_id, messageId)
  flat.kick(ken)
  await telegram.until(() => joined.length === 1)
  assert.deepEqual(joined, ['kicked'])
  await bot.stop()
  await polling
})

test('a bot works with files', async () => {
  const { telegram, bot, flat, mai } = await openBot()
  const { message } = flat.say(mai, { type: 'document', bytes: Buffer.from('a file'), fileName: 'a.txt' })
  const { file_id } = message.document as { file_id: string }
  const file = await bot.api.getFile(file_id)
  const response = await fetch(`${telegram.url}/file/bot${telegram.token}/${file.file_path}`)
  assert.equal(await response.text(), 'a file')
  const sent = await bot.api.sendPhoto(flat.id, new InputFile(Buffer.from('a picture'), 'a.jpg'), { caption: 'look' })
  assert.equal(sent.caption, 'look')
  const photo = await bot.api.getFile(sent.photo.at(-1)?.file_id ?? '')
  const again = await fetch(`${telegram.url}/file/bot${telegram.token}/${photo.file_path}`)
  assert.equal(await again.text(), 'a picture')
})

test('a bot reads chats and people, and is refused in the words of the platform', async () => {
  const { bot, flat, mai, telegram } = await openBot()
  assert.equal((await bot.api.getMe()).can_read_all_group_messages, false)
  assert.equal((await bot.api.getChat(flat.id)).title, 'Flat')
  assert.equal(await bot.api.getChatMemberCount(flat.id), 3)
  const [owner] = await bot.api.getChatAdministrators(flat.id)
  assert.deepEqual([owner?.status, owner?.user.id], ['creator', mai.id])
  await bot.api.setMyCommands([{ command: 'help', description: 'What I can do' }], { language_code: 'en' })
  assert.equal((await bot.api.getMyCommands({ language_code: 'en' })).length, 1)
  const failure = await bot.api.sendMessage(mai.id, 'hello').catch((error: unknown) => error)
  assert.ok(failure instanceof GrammyError)
  assert.deepEqual(
    [failure.error_code, failure.description],
    [403, "Forbidden: bot can't initiate conversation with a user"],
  )
  telegram.faults.add({ on: 'sendMessage', do: '429', retryAfterSeconds: 35, times: 1 })
  const limited = await bot.api.sendMessage(flat.id, 'hello').catch((error: unknown) => error)
  assert.ok(limited instanceof GrammyError)
  assert.equal(limited.parameters.retry_after, 35)
})

test('a bot gets webhooks with its secret', async () => {
  const { telegram, bot, flat, mai } = await openBot({ webhook: { retryDelaysMs: [10] } })
  const texts: string[] = []
  bot.on('message:text', (context: Context) => {
    texts.push(context.msg?.text ?? '')
  })
  const handle = webhookCallback(bot, 'http', { secretToken: 'secret' })
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await bot.api.setWebhook(url, { secret_token: 'wrong' })
  flat.say(mai, 'hello')
  await telegram.until(() => telegram.world.webhook?.lastErrorMessage !== undefined)
  assert.deepEqual(texts, [])
  assert.match((await bot.api.getWebhookInfo()).last_error_message ?? '', /401/)
  await bot.api.setWebhook(url, { secret_token: 'secret' })
  await telegram.until(() => texts.length === 1)
  await telegram.settled()
  assert.equal((await bot.api.getWebhookInfo()).pending_update_count, 0)
})
