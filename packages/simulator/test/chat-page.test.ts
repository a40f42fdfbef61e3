import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { inventPicture } from '../src/content.ts'
import { openLine } from './support.ts'

type Json = Record<string, unknown>

/** A simulator, and functions that call the page's API as the page does. */
async function openPage(options = {}) {
  const opened = await openLine(options)
  const { line, group } = opened
  await group.invite()
  const call = async (route: string, body?: unknown, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = route.split(' ')
    const isBytes = Buffer.isBuffer(body)
    const response = await fetch(`${line.url}/chat${path}`, {
      method,
      headers: {
        ...(method === 'GET' ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: JSON.parse(text) }
  }
  const base = `/chats/${group.groupId}`
  const entries = async (chatId = group.groupId): Promise<Json[]> =>
    (await call(`GET /chats/${chatId}/entries`)).body.entries
  const say = (as: string, text: string, more = {}) =>
    call(`POST ${base}/messages`, { as, type: 'text', text, ...more })
  return { ...opened, call, base, entries, say }
}

test('a message written on the page reaches the bot as it would from LINE', async () => {
  const { line, bot, mai, say, entries } = await openPage()
  const { status, body } = await say(mai.userId, 'hello')
  assert.deepEqual([status, body.entry.content], [200, { type: 'text', text: 'hello' }])
  await line.settled()
  const event = bot.received.at(-1)?.events[0]
  assert.ok(event?.type === 'message' && event.message.type === 'text')
  assert.deepEqual(
    [event.message.text, event.message.id, event.source?.userId],
    ['hello', body.entry.messageId, mai.userId],
  )
  const last = (await entries()).at(-1)
  assert.deepEqual([last?.messageId, last?.delivery], [body.entry.messageId, { state: 'delivered' }])
  assert.ok(!line.requests.some(({ path }) => path.startsWith('/chat')), 'calls of the page are not recorded')
})

test('stickers, locations and quotes reach the bot', async () => {
  const { line, bot, mai, ken, call, base, say, entries } = await openPage()
  const quotedMessageId = (await say(mai.userId, 'who comes?')).body.entry.messageId
  await say(ken.userId, 'me', { quotedMessageId })
  await call(`POST ${base}/messages`, { as: ken.userId, type: 'sticker', packageId: '1000001', stickerId: '4' })
  const place = { latitude: 35, longitude: 135.5, title: 'Kiosk', address: '2 Harbour Walk' }
  await call(`POST ${base}/messages`, { as: ken.userId, type: 'location', ...place })
  await line.settled()
  const messages = bot.received.flatMap(({ events }) =>
    events.map((event) => ('message' in event ? event.message : {})),
  )
  const [, , quoting, sticker, location] = messages as Json[]
  assert.equal(quoting?.quotedMessageId, quotedMessageId)
  assert.deepEqual([sticker?.type, sticker?.stickerId], ['sticker', '4'])
  assert.deepEqual([location?.latitude, location?.title], [35, 'Kiosk'])
  assert.deepEqual((await entries()).find(({ quote }) => quote)?.quote, {
    messageId: quotedMessageId,
    who: mai.userId,
    text: 'who comes?',
  })
})

test('the type of a file is detected from its bytes, not from its name', async () => {
  const { line, bot, mai, call, base } = await openPage()
  const picture = inventPicture('one')
  const upload = (fileName: string, bytes: Buffer, more = '') =>
    call(`POST ${base}/media?as=${mai.userId}&fileName=${encodeURIComponent(fileName)}${more}`, bytes)
  const image = await upload('one.html', picture, '&setId=AB12&setIndex=1&setTotal=2')
  assert.deepEqual(image.body.entry.content.imageSet, { id: 'AB12', index: 1, total: 2 })
  const html = await upload('nice.png', Buffer.from('<script>alert(1)</script>'))
  assert.deepEqual([html.body.entry.content.type, html.body.entry.content.fileName], ['file', 'nice.png'])
  const asFile = await upload('one.png', picture, '&asFile=1')
  assert.equal(asFile.body.entry.content.type, 'file')
  await line.settled()
  const types = bot.received.flatMap(({ events }) => events.map((event) => 'message' in event && event.message.type))
  assert.deepEqual(types.slice(1), ['image', 'file', 'file'])

  const authorization = { authorization: `Bearer ${line.accessToken}` }
  const url = `${line.url}/v2/bot/message/${image.body.entry.messageId}/content`
  assert.deepEqual(Buffer.from(await (await fetch(url, { headers: authorization })).arrayBuffer()), picture)

  const shown = await fetch(line.url + image.body.entry.content.url)
  assert.deepEqual(
    [shown.headers.get('content-type'), shown.headers.get('content-disposition')],
    ['image/png', 'inline'],
  )
  const hidden = await fetch(line.url + html.body.entry.content.url)
  assert.equal(hidden.headers.get('content-type'), 'application/octet-stream')
  assert.equal(hidden.headers.get('content-disposition'), 'attachment')
  for (const { headers } of [shown, hidden]) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
  }
})

test('a file that is too large or empty is refused with an error message', async () => {
  const { mai, call, base, bot } = await openPage()
  const before = bot.received.length
  const path = `POST ${base}/media?as=${mai.userId}&fileName=big.bin`
  const large = await call(path, Buffer.alloc(20 * 1024 * 1024 + 1))
  assert.deepEqual(
    [large.status, large.body],
    [413, { error: 'The file is larger than 20 MB. Choose a smaller file.' }],
  )
  const empty = await call(path, Buffer.alloc(0))
  assert.deepEqual([empty.status, empty.body], [400, { error: 'The file is empty. Choose another one.' }])
  assert.equal(bot.received.length, before)
})

test('people can edit and unsend their own messages, and no others', async () => {
  const { line, bot, mai, ken, call, base, say, entries } = await openPage()
  const { messageId } = (await say(mai.userId, 'helo')).body.entry
  const quoting = (await say(ken.userId, 'hi', { quotedMessageId: messageId })).body.entry
  const stolen = await call(`PUT ${base}/messages/${messageId}`, { as: ken.userId, text: 'stolen' })
  assert.deepEqual([stolen.status, stolen.body], [409, { error: 'Only the sender can change a message.' }])
  assert.equal((await call(`POST ${base}/messages/${messageId}/unsend`, { as: ken.userId })).status, 409)

  const edited = await call(`PUT ${base}/messages/${messageId}`, { as: mai.userId, text: 'hello' })
  assert.deepEqual(edited.body.entry.content, { type: 'text', text: 'hello' })
  assert.ok(edited.body.entry.editedAt)
  const unsent = await call(`POST ${base}/messages/${messageId}/unsend`, { as: mai.userId })
  assert.equal(unsent.body.entry.kind, 'unsent')
  await line.settled()
  const types = bot.received.flatMap(({ events }) => events.map(({ type }) => type))
  assert.deepEqual(types.slice(-2), ['messageEdited', 'unsend'])
  const seen = await entries()
  assert.ok(!JSON.stringify(seen).includes('hello'), 'neither in the chat nor in a quote')
  assert.deepEqual(seen.find(({ messageId }) => messageId === quoting.messageId)?.quote, {
    messageId,
    who: mai.userId,
    text: null,
  })
  const again = await call(`POST ${base}/messages/${messageId}/unsend`, { as: mai.userId })
  assert.equal(again.status, 404)
})

test('an unsent picture is no longer available on the page', async () => {
  const { line, mai, call, base } = await openPage()
  const sent = await call(`POST ${base}/media?as=${mai.userId}&fileName=a`, inventPicture('gone'))
  const { messageId, content } = sent.body.entry
  assert.equal((await fetch(line.url + content.url)).status, 200)
  await call(`POST ${base}/messages/${messageId}/unsend`, { as: mai.userId })
  assert.equal((await fetch(line.url + content.url)).status, 404)
})

test('people, including new ones, can join and leave, and the bot is notified', async () => {
  const { line, bot, ken, call, base, say } = await openPage()
  const { userId } = (await call('POST /people', { name: 'Lena' })).body
  assert.match((await say(userId, 'let me in')).body.error, /^Lena is not in Flat\./)
  assert.equal((await call(`POST ${base}/join`, { as: userId })).status, 200)
  assert.equal((await say(userId, 'hello')).status, 200)
  assert.equal((await call(`POST ${base}/leave`, { as: ken.userId })).status, 200)
  assert.equal((await call(`POST ${base}/leave`, { as: ken.userId })).status, 409)
  await line.settled()
  const types = bot.received.flatMap(({ events }) => events.map(({ type }) => type))
  assert.deepEqual(types, ['join', 'memberJoined', 'message', 'memberLeft'])
  const { chatId } = (await call('POST /groups', { name: 'Hikers', memberIds: [userId, ken.userId] })).body
  assert.deepEqual([...(line.findGroup(chatId)?.state.memberIds ?? [])], [userId, ken.userId])
})

test('several people who join at once are sent as one event', async () => {
  const { line, bot, mai, call, base, entries } = await openPage()
  const newcomers = [line.addUser({ displayName: 'Noa' }), line.addUser({ displayName: 'Oda' })]
  const userIds = newcomers.map(({ userId }) => userId)
  assert.equal((await call(`POST ${base}/join`, { userIds: [...userIds, mai.userId] })).status, 409)
  assert.equal((await call(`POST ${base}/join`, { userIds: [] })).status, 400)
  assert.equal((await call(`POST ${base}/join`, { userIds })).status, 200)
  await line.settled()
  const joined = bot.received.flatMap(({ events }) => events.filter(({ type }) => type === 'memberJoined'))
  assert.equal(joined.length, 1)
  const [event] = joined
  assert.deepEqual(event?.type === 'memberJoined' && event.joined.members.map(({ userId }) => userId), userIds)
  assert.deepEqual((await entries()).at(-1)?.userIds, userIds)
})

test('the bot’s messages are shown with their mentions and quick replies', async () => {
  const { mai, call: callPage, group, entries, line } = await openPage()
  await callPage(`POST /chats/${group.groupId}/messages`, { as: mai.userId, type: 'text', text: 'hello' })
  const messages = [
    {
      type: 'textV2',
      text: 'Hi {you}, {{as}} you are!',
      substitution: { you: { type: 'mention', mentionee: { type: 'user', userId: mai.userId } } },
    },
    {
      type: 'image',
      originalContentUrl: 'https://example.com/map.png',
      previewImageUrl: 'https://example.com/map.png',
      quickReply: {
        items: [
          { type: 'action', action: { type: 'message', label: 'Hours', text: 'opening hours?' } },
          { type: 'action', action: { type: 'camera', label: 'Camera' } },
        ],
      },
    },
  ]
  const sent = await fetch(`${line.url}/v2/bot/message/push`, {
    method: 'POST',
    headers: { authorization: `Bearer ${line.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to: group.groupId, messages }),
  })
  assert.equal(sent.status, 200)
  const [text, picture] = (await entries()).slice(-2)
  assert.deepEqual(text?.content, { type: 'text', text: 'Hi @Mai, {as} you are!' })
  assert.equal(text?.choices, undefined)
  assert.deepEqual(picture?.content, { type: 'other', name: 'image', text: 'https://example.com/map.png' })
  assert.deepEqual(picture?.choices, [{ label: 'Hours', text: 'opening hours?' }])
})

test('people can talk in a chat without the bot, which then receives nothing', async () => {
  const { line, bot, mai, call, base, say, entries } = await openPage()
  await call(`POST ${base}/remove-bot`, {})
  await line.settled()
  const before = bot.received.length
  assert.equal((await say(mai.userId, 'is it gone?')).status, 200)
  assert.deepEqual((await entries()).at(-1)?.delivery, { state: 'unheard', reason: 'the bot is not in this chat' })
  assert.equal(bot.received.length, before)
  await call(`POST ${base}/invite-bot`, {})
  await line.settled()
  assert.equal(bot.received.at(-1)?.events[0]?.type, 'join')
  assert.equal((await call(`POST ${base}/invite-bot`, {})).status, 409)
})

test('a person can message the bot privately, block it and unblock it', async () => {
  const { line, bot, mai, call } = await openPage()
  const base = `/chats/${mai.userId}`
  const write = () => call(`POST ${base}/messages`, { as: mai.userId, type: 'text', text: '/help' })
  await call(`POST /people/${mai.userId}/follow`, {})
  const { entry } = (await write()).body
  assert.equal((await call(`PUT ${base}/messages/${entry.messageId}`, { as: mai.userId, text: 'x' })).status, 409)
  await call(`POST /people/${mai.userId}/unfollow`, {})
  assert.match((await write()).body.error, /has blocked the bot.*Unblock it first/)
  assert.equal((await call(`POST ${base}/messages/${entry.messageId}/unsend`, { as: mai.userId })).status, 200)
  await call(`POST /people/${mai.userId}/follow`, {})
  await line.settled()
  const types = bot.received.flatMap(({ events }) => events.map(({ type }) => type))
  assert.deepEqual(types, ['join', 'follow', 'message', 'unfollow', 'follow'])
})

test('the page shows whether a webhook was delivered, and if not, why', async () => {
  const { line, bot, mai, say, entries } = await openPage()
  const readDelivery = async () => {
    await say(mai.userId, 'hello')
    await line.settled()
    return (await entries()).at(-1)?.delivery
  }
  bot.answers.push(503)
  assert.deepEqual(await readDelivery(), { state: 'failed', reason: 'the bot responded with 503' })
  line.setWebhookUrl('http://127.0.0.1:9/')
  assert.deepEqual(await readDelivery(), { state: 'failed', reason: 'nothing is listening at the webhook URL' })
  line.setWebhookUrl(undefined)
  assert.deepEqual(await readDelivery(), {
    state: 'failed',
    reason: 'no webhook URL is set. Connect the service, then do this again',
  })
  line.setWebhookUrl(bot.url)
  assert.deepEqual(await readDelivery(), { state: 'delivered' })
})

test('older entries are read page by page, each exactly once', async () => {
  const { group, mai, call } = await openPage()
  for (let count = 0; count < 120; count++) await group.say(mai, `line ${count}`)
  const seen: number[] = []
  let before = ''
  for (let pages = 0; pages < 10; pages++) {
    const { entries, hasOlder } = (await call(`GET /chats/${group.groupId}/entries?limit=50${before}`)).body
    seen.unshift(...entries.map(({ entryId }: { entryId: number }) => entryId))
    before = `&before=${entries[0].entryId}`
    if (!hasOlder) break
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 121 }, (_, index) => index + 1),
  )
})

test('any invalid request gets an error message and changes nothing', async () => {
  const { line, mai, call, base } = await openPage()
  const as = mai.userId
  const wrong: [string, unknown, number][] = [
    [`POST ${base}/messages`, { as, type: 'text', text: ' ' }, 400],
    [`POST ${base}/messages`, { as, type: 'text', text: 'x'.repeat(10_001) }, 400],
    [`POST ${base}/messages`, { as, type: 'text', text: 7 }, 400],
    [`POST ${base}/messages`, { as, type: 'shout', text: 'x' }, 400],
    [`POST ${base}/messages`, { as, type: 'text', text: 'x', quotedMessageId: '1' }, 409],
    [`POST ${base}/messages`, { as, type: 'sticker', packageId: '../1', stickerId: '1' }, 400],
    [`POST ${base}/messages`, { as, type: 'location', latitude: 91, longitude: 0 }, 400],
    [`POST ${base}/messages`, { as, type: 'location', latitude: '1', longitude: 0 }, 400],
    [`POST ${base}/messages`, { as: 'nobody', type: 'text', text: 'x' }, 404],
    [`POST ${base}/messages`, { type: 'text', text: 'x' }, 400],
    [`POST ${base}/messages`, '{', 400],
    [`POST ${base}/messages`, '[]', 400],
    [`POST ${base}/messages`, '{"__proto__":{"as":"x"}}', 400],
    [`POST /chats/C${'0'.repeat(32)}/messages`, { as, type: 'text', text: 'x' }, 404],
    [`PUT ${base}/messages/1`, { as, text: 'x' }, 404],
    ['POST /people', { name: '' }, 400],
    ['POST /people', { name: 'x'.repeat(51) }, 400],
    ['POST /groups', { name: 'Empty', memberIds: [] }, 400],
    ['POST /groups', { name: 'Odd', memberIds: ['nobody'] }, 404],
    [`POST ${base}/media?as=${as}&fileName=`, Buffer.from('x'), 400],
    [`POST ${base}/media?as=${as}&setId=zz&setIndex=9&setTotal=2`, inventPicture('x'), 400],
    [`GET ${base}/entries?limit=0`, undefined, 400],
    [`GET ${base}/entries?before=x`, undefined, 400],
    ['GET /chats/unknown/entries', undefined, 404],
    ['GET /media/unknown', undefined, 404],
    ['GET /nowhere', undefined, 404],
    ['GET /page/..%2findex.html', undefined, 404],
  ]
  const before = JSON.stringify([...line.world.transcript.chats])
  for (const [route, body, status] of wrong) {
    const answer = await call(route, body)
    assert.deepEqual([answer.status, typeof answer.body.error], [status, 'string'], `${route} ${JSON.stringify(body)}`)
  }
  assert.equal(JSON.stringify([...line.world.transcript.chats]), before)
  assert.equal(line.world.users.size, 2)
})

test('another site can neither write nor read through the browser', async () => {
  const { line, mai, base } = await openPage()
  const { port } = new URL(line.url)
  const ask = (method: string, path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path: `/chat${path}`, headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sent.on('error', reject)
      sent.end(method === 'POST' ? JSON.stringify({ as: mai.userId, type: 'text', text: 'forged' }) : undefined)
    })
  const json = { 'content-type': 'application/json' }
  const own = { host: `127.0.0.1:${port}` }
  const post = (headers: Record<string, string>) => ask('POST', `${base}/messages`, { ...own, ...json, ...headers })
  assert.equal(await post({ origin: 'http://evil.example' }), 403)
  assert.equal(await post({ origin: 'null' }), 403)
  assert.equal(await post({ origin: `http://localhost:${port}` }), 403, 'another origin on the same machine')
  assert.equal(await post({ 'sec-fetch-site': 'cross-site' }), 403)
  assert.equal(await post({ 'sec-fetch-site': 'same-site' }), 403)
  assert.equal(await post({ host: 'rebound.example' }), 403)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])
    assert.equal(await post({ 'content-type': type }), 415, type)
  for (const path of ['/world', '/events', `${base}/entries`]) {
    assert.equal(await ask('GET', path, { host: `rebound.example:${port}` }), 403)
    assert.equal(await ask('GET', path, { ...own, 'sec-fetch-site': 'cross-site' }), 403)
  }
  assert.equal(line.world.transcript.messages.size, 0)
  // The page itself is allowed to.
  assert.equal(await post({ origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' }), 200)
  assert.equal(await ask('GET', '/world', { host: `localhost:${port}` }), 200)
})

test('the side-by-side page can frame the chat and the service, and nothing else', async () => {
  const { line } = await openPage()
  const policyOf = async () => (await fetch(`${line.url}/chat/beside`)).headers.get('content-security-policy') ?? ''
  assert.match(await policyOf(), /frame-src 'self';/)
  line.setServiceUrl('http://127.0.0.1:1/docs')
  assert.match(await policyOf(), /frame-src 'self' http:\/\/127\.0\.0\.1:1;/)
  assert.doesNotMatch(await policyOf(), /unsafe|\*/)
})

test('the page loads nothing from other origins and runs only its own scripts', async () => {
  const { line } = await openPage()
  const response = await fetch(`${line.url}/`)
  const html = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "frame-src 'none'",
    "frame-ancestors 'self'",
    "form-action 'none'",
  ])
    assert.ok(policy.includes(rule), rule)
  assert.ok(!/unsafe|https?:|\*/.test(policy))
  const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
  assert.ok(parts.length > 5)
  for (const part of parts) {
    assert.ok(part.startsWith('/chat/page/'), part)
    assert.equal((await fetch(line.url + part)).status, 200, part)
  }
})
