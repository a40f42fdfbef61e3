import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OperatorReport } from '@innkeeper/contract'
import { until } from '../../support/eventually.ts'
import { assertNowhere } from '../../support/folder.ts'
import { startTelegramTestService } from '../../support/telegram/telegram.ts'

const { service, telegram } = await startTelegramTestService({}, { bot: { privacyMode: false } })
const mai = telegram.addUser({ firstName: 'Mai' })
const ken = telegram.addUser({ firstName: 'Ken' })

const textsTo = (chatId: number) =>
  telegram.sent.filter((one) => one.chatId === chatId).map(({ message }) => message.text ?? message.caption ?? '')
const isSaidIn = (chatId: number, words: RegExp) =>
  until(() => textsTo(chatId).some((text) => words.test(text)), `${words} is said in ${chatId}`)
const allReceived = () => until(() => telegram.updates.list().length === 0, 'everything is received and confirmed')

describe('a service with only a Telegram token', () => {
  const group = telegram.addSupergroup({ title: 'Flat', owner: mai })
  const channelId = `tg:${group.id}`

  test('introduces itself in a group, and answers commands', async () => {
    group.join(ken)
    group.invite()
    await isSaidIn(group.id, /I’m Innkeeper/)
    group.say(ken, '/help')
    await isSaidIn(group.id, /Here’s what I can do/)
    const before = telegram.sent.length
    group.say(ken, '/help@other_bot')
    group.say(ken, 'hello')
    await allReceived()
    assert.equal(telegram.sent.length, before)
    assert.equal(textsTo(group.id).filter((text) => /I’m Innkeeper/.test(text)).length, 1)
  })

  test('backs up texts, albums with their caption, and files, and follows edits', async () => {
    group.say(mai, '/backup on')
    await isSaidIn(group.id, /I’ll save all messages/)
    const said = group.say(ken, 'opening hours')
    group.album(ken, [{ type: 'photo', caption: 'the kitchen' }, { type: 'photo' }])
    group.say(mai, { type: 'document', bytes: Buffer.from('a plan'), fileName: 'plan.txt' })
    group.edit(ken, said.message.message_id, 'opening hours today')
    await allReceived()
    const reader = await service.caller(`tg:${mai.id}`)
    const page = async () => (await reader.get(`/api/channels/${channelId}/backup/timeline?limit=50`)).text
    await until(async () => /opening hours today/.test(await page()), 'the edit is there')
    const text = await page()
    for (const words of [/the kitchen/, /plan\.txt/, /"Ken"/]) assert.match(text, words)
    await until(
      () => telegram.requests.filter(({ name }) => /\/file|^file/i.test(name)).length >= 3,
      'the files are downloaded',
    )
  })

  test('begins a private chat with an introduction', async () => {
    ken.start()
    await isSaidIn(ken.id, /I’m Innkeeper/)
  })

  test('downloads a file later that is temporarily unavailable, and fetches pictures in spite of faults', async () => {
    const faults = [
      telegram.faults.add({ on: 'getFile', do: 'unavailable', times: 1 }),
      telegram.faults.add({ on: 'file', do: '500', times: 1 }),
      telegram.faults.add({ on: 'file', do: 'drop-mid-body', times: 1 }),
      telegram.faults.add({ on: 'getUserProfilePhotos', do: '502', times: 1 }),
    ]
    const lea = telegram.addUser({ firstName: 'Lea', picture: true })
    group.join(lea)
    const { message } = group.say(lea, { type: 'document', bytes: Buffer.from('later'), fileName: 'later.txt' })
    const reader = await service.caller(`tg:${mai.id}`)
    const path = `/api/channels/${channelId}/backup/timeline?around=${channelId}:${message.message_id}&limit=10`
    await allReceived()
    await until(async () => {
      service.clock.now += 60_000
      return (await reader.get(path)).body.items?.some(
        (item: { fileName?: string; mediaState?: string }) =>
          item.fileName === 'later.txt' && item.mediaState === 'stored',
      )
    }, 'it is downloaded')
    await until(() => {
      service.clock.now += 60_000
      return faults.every(({ hits }) => hits === 1)
    }, 'each fault has happened')
  })

  test('keeps the token out of its data and its answers', async () => {
    const secret = telegram.token.split(':')[1] ?? ''
    assertNowhere(service.dataDir, secret)
    const operator = await service.caller('U-operator', { isOperator: true })
    assert.ok(!(await operator.get('/api/operator')).text.includes(secret))
  })
})

test('a service to which Telegram delivers asks for nothing, answers, and refuses deliveries of anyone else', async () => {
  // Telegram delivers to HTTPS only. Nothing listens there, so the test hands over what waits.
  const settings = { INNKEEPER_BASE_URL: 'https://127.0.0.1:9', TELEGRAM_WEBHOOK: 'on' }
  const delivered = await startTelegramTestService(settings, { bot: { privacyMode: false } })
  const callsOf = (method: string) => delivered.telegram.requests.filter(({ name }) => name === method)
  await until(() => callsOf('setWebhook').length > 0, 'it registers its address')
  const { url, secret_token: secret } = callsOf('setWebhook')[0]?.parameters ?? {}
  assert.equal(url, 'https://127.0.0.1:9/webhooks/telegram')
  const deliver = async (body: object, token?: unknown) => {
    const headers = { ...(token !== undefined && { 'x-telegram-bot-api-secret-token': String(token) }) }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${delivered.service.url}/webhooks/telegram`, init)).status
  }
  const ann = delivered.telegram.addUser({ firstName: 'Ann' })
  const group = delivered.telegram.addSupergroup({ title: 'Delivered', owner: ann })
  group.invite()
  group.say(ann, '/help')
  const updates = delivered.telegram.updates.list()
  assert.ok(updates.length > 1)
  for (const update of updates) {
    assert.deepEqual([await deliver(update), await deliver(update, 'guessed')], [401, 401])
    assert.equal(await deliver(update, secret), 200)
  }
  const said = () => delivered.telegram.sent.map(({ message }) => message.text ?? '')
  await until(() => said().some((text) => /Here’s what I can do/.test(text)), 'it answers')
  assert.equal(said().filter((text) => /I’m Innkeeper/.test(text)).length, 1)
  assert.deepEqual(callsOf('getUpdates'), [])
  const operator = await delivered.service.caller('U-operator', { isOperator: true })
  const { connections } = (await operator.get('/api/operator')).body as OperatorReport
  assert.equal(connections[0]?.refusedWebhooks, 2 * updates.length)
})
