import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLine } from './support.ts'

const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

test('without redelivery a failed webhook is lost', async () => {
  const { bot, group } = await openLine()
  bot.answers.push(500)
  const { attempts, isDelivered } = await group.invite()
  assert.deepEqual([attempts.map(({ status }) => status), isDelivered], [[500], false])
})

test('any 2xx counts as delivered, and a redirect does not', async () => {
  const { bot, group, mai } = await openLine()
  bot.answers.push(204, 302)
  assert.equal((await group.invite()).isDelivered, true)
  assert.equal((await group.say(mai, 'hello')).isDelivered, false)
})

test('a redelivery is the same event, marked as such', async () => {
  const { bot, group } = await openLine({ redelivery: { isOn: true, delaysMs: [1, 1, 1] } })
  bot.answers.push(500, 503)
  const { attempts, isDelivered } = await group.invite()
  assert.deepEqual(
    attempts.map(({ status, isRedelivery }) => [status, isRedelivery]),
    [
      [500, false],
      [503, true],
      [200, true],
    ],
  )
  assert.ok(isDelivered)
  const [first, second] = bot.received.flatMap(({ events }) => events)
  assert.deepEqual(second, { ...first, deliveryContext: { isRedelivery: true } })
})

test('a webhook is not delivered if the bot does not respond in time or cannot be reached', async () => {
  const { line, bot, group, mai } = await openLine({ deadlineMs: 1_500 })
  bot.answers.push(0)
  assert.deepEqual(
    (await group.invite()).attempts.map(({ error }) => error),
    ['request_timeout'],
  )
  line.setWebhookUrl('http://127.0.0.1:9/webhook')
  assert.deepEqual(
    (await group.say(mai, 'hello')).attempts.map(({ error }) => error),
    ['could_not_connect'],
  )
  line.setWebhookUrl(undefined)
  assert.deepEqual((await group.say(mai, 'hello')).attempts, [])
})

test('webhooks keep their order unless disorder is configured', async () => {
  const { line, bot, group, mai } = await openLine()
  await group.invite()
  for (const word of words) void group.say(mai, word)
  await line.settled()
  assert.deepEqual(textsOf(bot), words)
})

test('events sent at the same time can share webhooks', async () => {
  const { line, bot, group, mai } = await openLine()
  await group.invite()
  line.delivery.configure({ batchSize: 3 })
  const said = await Promise.all(words.map((word) => group.say(mai, word)))
  assert.deepEqual(
    bot.received.map(({ events }) => events.length),
    [1, 3, 3, 2],
  )
  assert.ok(said.every(({ isDelivered }) => isDelivered))
})

test('a refused batch is redelivered as a whole', async () => {
  const { line, bot, group, mai } = await openLine({ redelivery: { isOn: true, delaysMs: [1] } })
  await group.invite()
  line.delivery.configure({ batchSize: 8 })
  bot.answers.push(500)
  const said = await Promise.all(words.map((word) => group.say(mai, word)))
  assert.ok(said.every(({ attempts, isDelivered }) => attempts.length === 2 && isDelivered))
  assert.deepEqual(textsOf(bot), [...words, ...words])
})

test('duplicates and disorder lose no events', async () => {
  const { line, bot, group, mai } = await openLine()
  await group.invite()
  line.delivery.configure({ duplicates: 2, shuffle: true, batchSize: 2, concurrency: 4 })
  const said = await Promise.all(words.map((word) => group.say(mai, word)))
  assert.ok(said.every(({ attempts }) => attempts.length === 3))
  const texts = textsOf(bot)
  assert.deepEqual(
    texts.toSorted(),
    words.flatMap((word) => [word, word, word]),
  )
  assert.notDeepEqual(texts, texts.toSorted())
})

test('unknown event types and fields can be mixed in', async () => {
  const { line, bot, group, mai } = await openLine()
  await group.invite()
  line.delivery.configure({ unknownTypes: true, extraFields: true, batchSize: 2 })
  await group.say(mai, 'hello')
  const [novelty, message] = bot.received[1]?.events ?? []
  assert.equal(String(novelty?.type), 'simulatedNovelty')
  assert.ok(message?.type === 'message' && 'simulatedNovelty' in message && 'simulatedNovelty' in message.message)
})

test('held events are sent immediately when they are released', async () => {
  const { line, bot, group, mai } = await openLine()
  await group.invite()
  line.delivery.hold()
  const said = group.say(mai, 'one')
  await line.settled()
  assert.equal(bot.received.length, 1)
  await line.delivery.release()
  assert.equal((await said).isDelivered, true)
})

test('the simulator stops even if a bot does not respond', async () => {
  const { line, bot, group } = await openLine({ redelivery: { isOn: true, delaysMs: [60_000] } })
  bot.answers.push(0)
  const invited = group.invite()
  await line.until(() => bot.received.length === 1)
  await line.stop()
  assert.equal((await invited).isDelivered, false)
})

function textsOf(bot: Awaited<ReturnType<typeof openLine>>['bot']): string[] {
  const events = bot.received.flatMap((one) => one.events)
  return events.flatMap((event) =>
    event.type === 'message' && 'text' in event.message ? [String(event.message.text)] : [],
  )
}
