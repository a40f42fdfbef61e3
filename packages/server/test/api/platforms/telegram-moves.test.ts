import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Group, Person, Simulator } from '@innkeeper/simulator-telegram'
import type { Connector } from '../../../src/ports/connector.ts'
import { until } from '../../support/eventually.ts'
import { startTelegramTestService, untilOwned } from '../../support/telegram/telegram.ts'
import type { TestService } from '../../support/test-service.ts'

type Part = 'old' | 'new' | 'bot'
type Started = { service: TestService; telegram: Simulator }

/** In every order, and with one of the three missing. */
const orders: Part[][] = [
  ['old', 'new', 'bot'],
  ['old', 'bot', 'new'],
  ['new', 'old', 'bot'],
  ['new', 'bot', 'old'],
  ['bot', 'old', 'new'],
  ['bot', 'new', 'old'],
  ['old', 'new'],
  ['new', 'old'],
  ['old', 'bot'],
  ['bot', 'old'],
  ['new', 'bot'],
  ['bot', 'new'],
]

type Case = { name: string; order: Part[]; isAsked: boolean; group: Group; moved?: ReturnType<Group['migrate']> }

const idOf = ({ id }: { id: number }) => `tg:${id}`
const textsTo = ({ sent }: Simulator, { id }: { id: number }) =>
  sent.filter(({ chatId }) => chatId === id).map(({ message }) => message.text ?? '')
const isNotice = (text: string) => /I’m Innkeeper/.test(text)
const isHelp = (text: string) => /Here’s what I can do/.test(text)

/** The time of the service and of Telegram goes on, because Telegram counts the time between two questions. */
function letTimePass({ clock }: TestService): void {
  let ahead = clock.now - performance.now()
  Object.defineProperty(clock, 'now', {
    get: () => Math.floor(performance.now() + ahead),
    set: (now: number) => {
      ahead = now - performance.now()
    },
  })
}

type Opened = { cases: Case[]; mai: Person; ken: Person }

async function openCases(
  { service, telegram }: Started,
  received: () => Promise<unknown>,
  { some = orders, asked = [false, true] }: { some?: readonly Part[][]; asked?: readonly boolean[] } = {},
): Promise<Opened> {
  const mai = telegram.addUser({ firstName: 'Mai' })
  const ken = telegram.addUser({ firstName: 'Ken' })
  const cases = some.flatMap((order) =>
    asked.map((isAsked) => {
      const group = telegram.addGroup({ title: 'Flat', owner: mai, members: [ken] })
      return { name: `${order.join(', ')}${isAsked ? ', while the bot answers' : ''}`, order, isAsked, group }
    }),
  )
  for (const { group } of cases) {
    group.invite()
    group.say(mai, 'hello')
  }
  await received()
  for (const { group } of cases) {
    await untilOwned(service, group, mai)
    await service.subscribe(idOf(group), idOf(mai))
  }
  await until(() => cases.every(({ group }) => textsTo(telegram, group).length === 1), 'all were introduced')
  return { cases, mai, ken }
}

/** Cases in which something was lost or said twice. */
async function findBroken({ service, telegram }: Started, { cases, mai }: Opened, said: string[]): Promise<string[]> {
  const owner = await service.caller(idOf(mai))
  const { channels } = (await owner.get('/api/channels')).body
  assert.deepEqual(
    channels.map(({ channelId }: { channelId: string }) => channelId).toSorted(),
    cases.map(({ group }) => idOf(group)).toSorted(),
    'no chat has two channels',
  )
  const asked = cases.filter(({ isAsked }) => isAsked)
  const newPlace = ({ moved }: Case) => moved?.supergroup ?? assert.fail()
  await until(
    () => asked.every((one) => [...textsTo(telegram, one.group), ...textsTo(telegram, newPlace(one))].some(isHelp)),
    'questions from before are answered',
  )
  const broken: string[] = []
  for (const one of cases) {
    const { messages } = (await owner.get(`/api/channels/${idOf(one.group)}/backup/messages`)).body
    const texts: string[] = messages.map(({ content }: { content: string }) => content)
    const kept = texts.filter((text) => text !== '/help').join()
    const answers = [...textsTo(telegram, one.group), ...textsTo(telegram, newPlace(one))]
    if (kept !== said.join()) broken.push(`${one.name}: it kept ${kept}`)
    if (answers.filter(isNotice).length !== 1) broken.push(`${one.name}: not one introduction`)
    if (answers.filter(isHelp).length !== (one.isAsked ? 1 : 0)) broken.push(`${one.name}: not one answer`)
  }
  return broken
}

/** Groups become supergroups while Telegram waits to tell of it. `isSlow`: with pauses between what it tells. */
async function moveAll(
  { service, telegram }: Started,
  isSlow: boolean,
  chosen?: Parameters<typeof openCases>[2],
): Promise<Opened> {
  letTimePass(service)
  const isAllReceived = () => telegram.updates.list().length === 0
  const received = () => until(isAllReceived, 'everything is received and confirmed')
  const countPolls = () => telegram.requests.filter(({ name }) => name === 'getUpdates').length
  const opened = await openCases({ service, telegram }, received, chosen)
  const { cases, ken } = opened
  telegram.updates.hold()
  for (const one of cases) {
    if (one.isAsked) one.group.say(ken, '/help')
    const [first] = one.order
    one.moved = one.group.migrate({ order: isSlow && first ? [first] : one.order })
    one.moved.supergroup.say(ken, 'in the new place')
  }
  telegram.updates.release()
  for (const index of isSlow ? [1, 2] : []) {
    const before = countPolls()
    await until(() => countPolls() > before + 1 || isAllReceived(), 'it asks again')
    for (const { order, moved } of cases) if (order[index]) moved?.tell(order[index])
  }
  await received()
  for (const { moved } of cases) moved?.supergroup.say(ken, 'later')
  await received()
  return opened
}

for (const isSlow of [false, true]) {
  const pauses = isSlow ? 'with pauses between what Telegram tells' : 'all at once'
  test(`a group that becomes a supergroup stays one channel that misses nothing, ${pauses}`, async () => {
    const started = await startTelegramTestService({}, { bot: { privacyMode: false } })
    const opened = await moveAll(started, isSlow)
    assert.deepEqual(await findBroken(started, opened, ['in the new place', 'later']), [])
  })
}

test('control: without waiting for the news that a chat has moved, messages are lost', async () => {
  const withoutWaiting = ({ pull = assert.fail(), ...connector }: Connector): Connector => ({
    ...connector,
    pull: { run: (options) => pull.run({ ...options, knowsChat: async () => true }) },
  })
  const started = await startTelegramTestService({}, { bot: { privacyMode: false } }, withoutWaiting)
  const newsComesLate = orders.filter(([first]) => first === 'bot')
  const opened = await moveAll(started, true, { some: newsComesLate, asked: [false] })
  const broken = await findBroken(started, opened, ['in the new place', 'later'])
  assert.deepEqual(new Set(broken.map((one) => one.split(':')[0])), new Set(opened.cases.map(({ name }) => name)))
})

test('a supergroup that is new is introduced at once if someone added the bot, and otherwise after a while', async () => {
  const { service, telegram } = await startTelegramTestService({}, { bot: { privacyMode: false } })
  letTimePass(service)
  const mai = telegram.addUser({ firstName: 'Mai' })
  const added = telegram.addSupergroup({ title: 'Added', owner: mai })
  added.invite()
  await until(() => textsTo(telegram, added).some(isNotice), 'it is introduced')
  telegram.world.settings.joins.hasServiceMessage = false
  const silent = telegram.addSupergroup({ title: 'Silent', owner: mai })
  silent.invite()
  silent.say(mai, 'anyone?')
  const other = telegram.addGroup({ title: 'Other', owner: mai })
  other.invite()
  await until(() => textsTo(telegram, other).some(isNotice), 'other chats go on')
  assert.deepEqual(textsTo(telegram, silent), [])
  service.clock.now += 8_000
  await until(() => textsTo(telegram, silent).some(isNotice), 'it is introduced')
  await until(() => telegram.updates.list().length === 0, 'everything is received and confirmed')
  assert.equal(textsTo(telegram, silent).length, 1)
})

test('a group that becomes a supergroup stays one channel that misses nothing when webhooks tell of it', async () => {
  const settings = { INNKEEPER_BASE_URL: 'https://127.0.0.1:9', TELEGRAM_WEBHOOK: 'on' }
  const started = await startTelegramTestService(settings, { bot: { privacyMode: false } })
  const { service, telegram } = started
  letTimePass(service)
  const registered = () => telegram.requests.find(({ name }) => name === 'setWebhook')
  await until(() => registered() !== undefined, 'it registers its address')
  const secret = String(registered()?.parameters.secret_token)
  const delivered = new Set<number>()
  const post = async (update: object) => {
    const headers = { 'x-telegram-bot-api-secret-token': secret }
    const init = { method: 'POST', headers, body: JSON.stringify(update) }
    assert.equal((await fetch(`${service.url}/webhooks/telegram`, init)).status, 200)
  }
  /** All that waits, at once. Telegram delivers the messages of a chat one after the other. */
  const deliver = async () => {
    const lines = new Map<string, Promise<void>>()
    for (const update of telegram.updates.list()) {
      if (delivered.has(update.update_id)) continue
      delivered.add(update.update_id)
      const chat = (update.message as { chat: { id: number } } | undefined)?.chat
      const line = chat ? String(chat.id) : `other ${update.update_id}`
      lines.set(
        line,
        (lines.get(line) ?? Promise.resolve()).then(() => post(update)),
      )
    }
    await Promise.all(lines.values())
  }
  const opened = await openCases(started, deliver)
  const { cases, ken } = opened
  for (const one of cases) {
    if (one.isAsked) one.group.say(ken, '/help')
    one.moved = one.group.migrate({ order: one.order })
    one.moved.supergroup.say(ken, 'in the new place')
  }
  await deliver()
  for (const { moved } of cases) moved?.supergroup.say(ken, 'later')
  await deliver()
  assert.deepEqual(await findBroken(started, opened, ['in the new place', 'later']), [])
})
