import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platformLimits, takeToken } from '../src/rules/rate-limit.ts'
import { openBot, openLine } from './support.ts'

test('every response has a request id, and every request is recorded', async () => {
  const { line, call, time } = await openLine()
  const answers = [await call('GET /v2/bot/info'), await call('GET /nowhere'), await call('GET /v2/bot/info/')]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 404],
  )
  for (const { headers } of answers) assert.match(headers.get('x-line-request-id') ?? '', /^[0-9a-f-]{36}$/)
  const requestId = answers[0]?.headers.get('x-line-request-id')
  const first = { method: 'GET', path: '/v2/bot/info', route: '/v2/bot/info', status: 200, at: time.now, requestId }
  assert.deepEqual(line.requests[0], first)
})

test('the bot can read its own info', async () => {
  const { line, call } = await openLine({ botName: 'Keeper' })
  const { body } = await call('GET /v2/bot/info')
  assert.deepEqual([body.userId, body.displayName, body.chatMode], [line.botUserId, 'Keeper', 'bot'])
})

test('requests without a valid token are refused', async () => {
  const { call } = await openLine()
  const none = await call('GET /v2/bot/info', undefined, { authorization: '' })
  assert.deepEqual([none.status, none.body.message.slice(0, 29)], [401, 'Authorization header required'])
  const wrong = await call('GET /v2/bot/info', undefined, { authorization: 'Bearer wrong' })
  assert.equal(wrong.status, 401)
  assert.match(wrong.body.message, /^Authentication failed due to the following reason: invalid token/)
})

test('bodies must be JSON and not too large', async () => {
  const { call } = await openLine()
  const path = 'POST /v2/bot/message/push'
  const broken = await call(path, '{\n  "to": x')
  assert.equal(broken.status, 400)
  assert.match(broken.body.message, /^The request body could not be parsed as JSON \(line: 2, column: \d+\)$/)
  const form = await call(path, 'to=x', { 'content-type': 'application/x-www-form-urlencoded' })
  assert.equal(form.status, 415)
  assert.equal(form.body.message, 'The content type, application/x-www-form-urlencoded, is not supported')
  const large = await call(path, { to: 'x'.repeat(2 * 1024 * 1024) })
  assert.equal(large.status, 413)
  assert.ok(large.headers.get('x-line-request-id'))
})

test('too many calls of one kind are refused until some time has passed', async () => {
  const { call, group, mai, time } = await openLine({ rateLimits: { usual: { limit: 2, periodMs: 1_000 } } })
  await group.invite()
  const base = `GET /v2/bot/group/${group.groupId}`
  const count = async () => (await call(`${base}/members/count`)).status
  assert.deepEqual([await count(), await count(), await count()], [200, 200, 429])
  const refused = await call(`${base}/members/count`)
  assert.deepEqual(refused.body, { message: 'The API rate limit has been exceeded. Try again later.' })
  assert.equal(refused.headers.get('retry-after'), null)
  assert.equal((await call(`${base}/member/${mai.userId}`)).status, 200, 'another rate limit')
  time.now += 500
  assert.deepEqual([await count(), await count()], [200, 429])
})

test('a token bucket refills evenly up to its limit', () => {
  const limit = { limit: 2, periodMs: 1_000 }
  const first = takeToken(undefined, limit, 0)
  assert.deepEqual(first, { isAllowed: true, bucket: { tokens: 1, at: 0 } })
  assert.equal(takeToken({ tokens: 0, at: 0 }, limit, 499).isAllowed, false)
  assert.equal(takeToken({ tokens: 0, at: 0 }, limit, 500).isAllowed, true)
  assert.equal(takeToken({ tokens: 0, at: 0 }, limit, 60_000).bucket.tokens, 1)
  assert.equal(platformLimits.usual.limit, 2_000)
})

test('the webhook URL can be read, set and tested', async () => {
  const { line, bot, call } = await openLine()
  const path = '/v2/bot/channel/webhook/endpoint'
  assert.deepEqual((await call(`GET ${path}`)).body, { endpoint: bot.url, active: true })
  const other = await openBot()
  assert.deepEqual((await call(`PUT ${path}`, { endpoint: other.url })).body, {})
  const tested = (await call('POST /v2/bot/channel/webhook/test')).body
  assert.deepEqual([tested.success, tested.statusCode, tested.reason], [true, 200, 'OK'])
  assert.deepEqual(other.received[0]?.events, [])
  assert.ok(!Number.isNaN(Date.parse(tested.timestamp)))
  other.answers.push(500)
  const failing = (await call('POST /v2/bot/channel/webhook/test', { endpoint: other.url })).body
  assert.deepEqual([failing.success, failing.statusCode, failing.reason], [false, 500, 'ERROR_STATUS_CODE'])
  const dead = (await call('POST /v2/bot/channel/webhook/test', { endpoint: 'http://127.0.0.1:9/' })).body
  assert.deepEqual([dead.success, dead.statusCode, dead.reason], [false, 0, 'COULD_NOT_CONNECT'])
  for (const endpoint of ['ftp://example.com/', 'http://example.com/', 'nonsense', `https://a.b/${'x'.repeat(500)}`])
    assert.deepEqual((await call(`PUT ${path}`, { endpoint })).body, { message: 'Invalid webhook endpoint URL' })
  line.setWebhookUrl(undefined)
  assert.deepEqual((await call(`GET ${path}`)).body, { message: 'Webhook endpoint not found' })
})

test('messages can be marked as read only with their token', async () => {
  const { group, mai, call } = await openLine()
  await group.invite()
  const { event } = await group.say(mai, 'hello')
  const mark = (markAsReadToken: unknown) => call('POST /v2/bot/chat/markAsRead', { markAsReadToken })
  assert.deepEqual((await mark(event.message.markAsReadToken)).body, {})
  const refused = await mark('nonsense')
  assert.equal(refused.status, 400)
  assert.match(refused.body.message, /^Invalid markAsReadToken\./)
})

test('the loading animation works only in one-to-one chats', async () => {
  const { group, mai, call } = await openLine()
  const load = (chatId: string, loadingSeconds?: number) =>
    call('POST /v2/bot/chat/loading/start', { chatId, ...(loadingSeconds ? { loadingSeconds } : {}) })
  assert.deepEqual([(await load(mai.userId)).status, (await load(mai.userId, 60)).status], [202, 202])
  assert.equal((await load(group.groupId)).body.details[0].property, 'chatId')
  assert.equal((await load(mai.userId, 7)).body.details[0].property, 'loadingSeconds')
})

const pushRoute = 'POST /v2/bot/message/push'

test('a fault applies as often as configured', async () => {
  const { line, group, push } = await openLine()
  await group.invite()
  const fault = line.faults.add({ on: pushRoute, do: '500', times: 2 })
  const statuses = [await push(group.groupId), await push(group.groupId), await push(group.groupId)].map(
    ({ status }) => status,
  )
  assert.deepEqual([statuses, fault.hits, line.sent.length], [[500, 500, 200], 2, 1])
})

test('a fault without a count applies until it is cleared', async () => {
  const { line, push, mai } = await openLine()
  line.faults.add({ on: (request) => request.path.endsWith('/push'), do: '429' })
  for (let round = 0; round < 3; round++) assert.equal((await push(mai.userId)).status, 429)
  line.faults.clear()
  assert.equal((await push(mai.userId)).status, 200)
})

test('a fault can inspect the body, and the two reasons for 429 have different messages', async () => {
  const { line, push, mai, ken } = await openLine()
  line.faults.add({ on: ({ body }) => JSON.stringify(body).includes(mai.userId), do: '429-quota' })
  assert.deepEqual((await push(mai.userId)).body, { message: 'You have reached your monthly limit.' })
  assert.equal((await push(ken.userId)).status, 200)
})

test('a message can be sent although the bot’s request fails', async () => {
  const { line, group, push } = await openLine()
  await group.invite()
  const key = { 'x-line-retry-key': '123e4567-e89b-12d3-a456-426614174000' }
  line.faults.add({ on: pushRoute, do: 'accept-then-500', times: 1 })
  line.faults.add({ on: pushRoute, do: 'accept-then-drop', times: 1 })
  assert.equal((await push(group.groupId)).status, 500)
  await assert.rejects(push(group.groupId, key), /fetch failed/)
  assert.equal(line.sent.length, 2)
  assert.equal((await push(group.groupId, key)).status, 409, 'the retry reports that it was sent')
})

test('a dropped or hanging request sends nothing and has no status', async () => {
  const { line, push, mai } = await openLine()
  line.faults.add({ on: pushRoute, do: 'drop', times: 1 })
  line.faults.add({ on: pushRoute, do: 'hang', times: 1 })
  await assert.rejects(push(mai.userId), /fetch failed/)
  const hanging = assert.rejects(push(mai.userId))
  await line.until(() => line.requests.length === 2)
  assert.deepEqual(
    line.requests.map(({ status }) => status),
    [undefined, undefined],
  )
  assert.equal(line.sent.length, 0)
  await line.stop()
  await hanging
})
