import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventPicture } from '../src/files/stored-files.ts'
import { openTelegram } from './support/telegram.ts'

async function openPage() {
  const opened = await openTelegram()
  const { telegram, flat } = opened
  const ask = async (route: string, body?: unknown) => {
    const [method = '', path = ''] = route.split(' ')
    const isBytes = Buffer.isBuffer(body)
    const response = await fetch(`${telegram.url}/chat${path}`, {
      method,
      ...(body === undefined
        ? {}
        : {
            headers: { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' },
            body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
          }),
    })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  const chat = `/chats/${flat.id}`
  const entries = async (chatId: number = flat.id) => (await ask(`GET /chats/${chatId}/entries`)).body.entries
  return { ...opened, ask, chat, entries }
}

test('a message written on the page reaches the bot, and the page shows that it did', async () => {
  const { flat, mai, ask, chat, entries, drain } = await openPage()
  assert.equal((await ask(`POST ${chat}/invite-bot`, {})).status, 200)
  const { body } = await ask(`POST ${chat}/messages`, { as: String(mai.id), type: 'text', text: 'hours?' })
  assert.deepEqual([body.entry.content, body.entry.delivery.state], [{ type: 'text', text: 'hours?' }, 'under-way'])
  const update = (await drain()).at(-1)
  assert.equal((update?.message as { text: string } | undefined)?.text, 'hours?')
  const shown = await entries()
  assert.deepEqual(
    shown.map(({ kind, delivery }: { kind: string; delivery: { state: string } }) => [kind, delivery.state]),
    [
      ['bot-joined', 'delivered'],
      ['message', 'delivered'],
    ],
  )
  assert.equal(shown[1].messageId, `${flat.id}:2`)
})

test('the answers of the bot are on the page, with buttons that send a text', async () => {
  const { flat, mai, call, entries } = await openPage()
  flat.invite({ asAdmin: true })
  const { messageId } = flat.say(mai, 'hours?')
  const reply_parameters = { message_id: messageId }
  const reply_markup = { keyboard: [['Opening hours', { text: 'Address' }]], resize_keyboard: true }
  await call('sendMessage', { chat_id: flat.id, text: '9 to 5', reply_parameters, reply_markup })
  const last = (await entries()).at(-1)
  assert.deepEqual([last.kind, last.content.text, last.quote.text], ['bot-message', '9 to 5', 'hours?'])
  assert.deepEqual(last.choices[1], { label: 'Address', text: 'Address' })
})

test('pictures have captions, and files are served as they are', async () => {
  const { telegram, flat, mai, ask, chat, entries } = await openPage()
  const picture = inventPicture('a')
  const { body } = await ask(`POST ${chat}/media?as=${mai.id}&fileName=a.png`, picture)
  const response = await fetch(`${telegram.url}${body.entry.content.url}`)
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), picture)
  flat.say(mai, { type: 'document', caption: 'the plan', fileName: 'plan.pdf' })
  const last = (await entries()).at(-1)
  assert.deepEqual([last.content.type, last.content.fileName, last.content.caption], ['file', 'plan.pdf', 'the plan'])
  assert.equal(last.delivery.state, 'unheard')
})

test('people edit and delete on the page, join, leave and block', async () => {
  const { telegram, flat, mai, ken, ask, chat, entries } = await openPage()
  const as = String(mai.id)
  const said = await ask(`POST ${chat}/messages`, { as, type: 'text', text: 'one' })
  const { messageId } = said.body.entry
  const path = `${chat}/messages/${encodeURIComponent(messageId)}`
  assert.equal((await ask(`PUT ${path}`, { as, text: 'two' })).body.entry.content.text, 'two')
  assert.equal((await ask(`PUT ${path}`, { as: String(ken.id), text: 'three' })).status, 409)
  assert.equal((await ask(`POST ${path}/unsend`, { as })).body.entry.kind, 'unsent')
  assert.equal((await ask(`POST ${chat}/leave`, { as: String(ken.id) })).status, 200)
  assert.equal((await ask(`POST ${chat}/messages`, { as: String(ken.id), type: 'text', text: 'x' })).status, 409)
  assert.equal((await ask(`POST ${chat}/join`, { as: String(ken.id) })).status, 200)
  const { body: added } = await ask('POST /people', { name: 'Aya' })
  const { body: group } = await ask('POST /groups', { name: 'New', memberIds: [added.userId] })
  assert.equal(telegram.findGroup(Number(group.chatId))?.state.title, 'New')
  await ask(`POST /people/${ken.id}/follow`, {})
  await ask(`POST /people/${ken.id}/unfollow`, {})
  assert.equal(
    (await ask(`POST /chats/${ken.id}/messages`, { as: String(ken.id), type: 'text', text: 'x' })).status,
    409,
  )
  const kinds = (await entries()).map(({ kind }: { kind: string }) => kind)
  assert.deepEqual(kinds, ['unsent', 'left', 'joined'])
  flat.rename('Our flat')
  assert.equal((await entries()).at(-1).text, 'The group is called “Our flat” now')
  const world = (await ask('GET /world')).body
  assert.equal(world.platform.name, 'Telegram')
  assert.equal(world.people.find(({ userId }: { userId: string }) => userId === String(ken.id)).friendship, 'blocked')
})

test('a group that became a supergroup goes on there', async () => {
  const { telegram, mai, ask } = await openPage()
  const small = telegram.addGroup({ title: 'Small', owner: mai })
  const { supergroup } = small.migrate()
  const { chats } = (await ask('GET /world')).body
  const ids = chats.map(({ chatId }: { chatId: string }) => Number(chatId))
  assert.deepEqual([ids.includes(small.id), ids.includes(supergroup.id)], [false, true])
})

test('the page itself is the one of the other simulated platforms', async () => {
  const { telegram } = await openPage()
  const page = await fetch(telegram.url)
  assert.match(await page.text(), /<script type="module" src="\/chat\/page\/main.js">/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  const foreign = await fetch(`${telegram.url}/chat/world`, { headers: { origin: 'http://evil.example' } })
  assert.equal(foreign.status, 403)
})
