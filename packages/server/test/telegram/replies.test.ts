import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutgoingMessage } from '../../src/domain/assistant/outgoing-message.ts'
import { say } from '../../src/domain/assistant/outgoing-message.ts'
import { answerWith, noConnection, ok, refusalOf, refuse, right, silenceOf, token } from './platform.ts'

const group = { type: 'group' as const }
const sent = ok({ message_id: 1 })

async function parametersOf(speech: OutgoingMessage, replyToken = '-100:41', chat: object = group) {
  const { connector, calls } = answerWith({ sendMessage: sent, sendPhoto: sent }, { pacingClock: fastClock() })
  await connector.replies.send(right(replyToken), speech, { ...group, ...chat })
  return calls.map(({ method, parameters }) => ({ method, ...parameters }))
}

/** A minute passes at each look, so that no turn has to be waited for. */
function fastClock() {
  let now = 1_790_000_000_000
  return () => (now += 60_000)
}

test('an answer refers to the question, in its topic, and goes to the new chat if the group has moved', async () => {
  const common = { method: 'sendMessage', text: 'hi' }
  const reply_parameters = { message_id: 41, allow_sending_without_reply: true }
  assert.deepEqual(await parametersOf(say('hi')), [{ ...common, chat_id: -100, reply_parameters }])
  assert.deepEqual(await parametersOf(say('hi'), '-100:41:7'), [
    { ...common, chat_id: -100, message_thread_id: 7, reply_parameters },
  ])
  assert.deepEqual(await parametersOf(say('hi'), '-100'), [{ ...common, chat_id: -100 }])
  assert.deepEqual(await parametersOf(say('hi'), '-100:41', { channelId: 'tg:-1009' }), [{ ...common, chat_id: -1009 }])
})

test('mentions are marked in UTF-16 units, and a chat that speaks is only named', async () => {
  const mention = { userId: 'tg:5', name: '🌅 Mai' }
  const pieces = ['🌅 Hi ', mention, ' and ', { userId: 'tg:-100', name: 'Flat' }]
  assert.deepEqual(await parametersOf({ parts: [{ kind: 'text', pieces }] }, '-100'), [
    {
      method: 'sendMessage',
      chat_id: -100,
      text: '🌅 Hi 🌅 Mai and Flat',
      entities: [{ type: 'text_mention', offset: 6, length: 6, user: { id: 5, is_bot: false, first_name: '🌅 Mai' } }],
    },
  ])
})

test('4,097 units are two messages, split neither inside a character nor inside a mention', async () => {
  const texts = async (speech: OutgoingMessage) =>
    (await parametersOf(speech)).map((one) => (one as { text?: string }).text)
  assert.deepEqual(await texts(say('a'.repeat(4096))), ['a'.repeat(4096)])
  assert.deepEqual(await texts(say('a'.repeat(4097))), ['a'.repeat(4096), 'a'])
  assert.deepEqual(await texts(say(`${'a'.repeat(4095)}🌅`)), ['a'.repeat(4095), '🌅'])
  assert.deepEqual(await texts(say(`${'a'.repeat(3000)}\n${'b'.repeat(2000)}`)), ['a'.repeat(3000), 'b'.repeat(2000)])
  const [first, second] = await parametersOf({
    parts: [{ kind: 'text', pieces: ['a'.repeat(4090), { userId: 'tg:5', name: 'Mai Tanaka' }] }],
  })
  assert.ok(first && second && 'entities' in second)
  assert.deepEqual(
    [first, second].map((one) => (one as { text?: string }).text),
    ['a'.repeat(4090), 'Mai Tanaka'],
  )
  // Only the first refers to the question.
  assert.ok('reply_parameters' in first && !('reply_parameters' in second))
})

test('a text beside a picture is its caption, so that both arrive in one call', async () => {
  const picture = { kind: 'picture' as const, url: 'https://example.com/a.png' }
  const text = { kind: 'text' as const, pieces: ['look'] }
  const photo = { method: 'sendPhoto', chat_id: -100, photo: picture.url }
  assert.deepEqual(await parametersOf({ parts: [text, picture] }, '-100'), [
    { ...photo, caption: 'look', show_caption_above_media: true },
  ])
  assert.deepEqual(await parametersOf({ parts: [picture, text] }, '-100'), [{ ...photo, caption: 'look' }])
  const long = { kind: 'text' as const, pieces: ['a'.repeat(1025)] }
  assert.deepEqual(
    (await parametersOf({ parts: [long, picture] }, '-100')).map(({ method }) => method),
    ['sendMessage', 'sendPhoto'],
  )
})

test('quick replies are buttons that send their words, only for the person who is answered', async () => {
  const [call] = await parametersOf({ ...say('Which?'), choices: [{ label: 'Hours', text: 'opening hours' }] })
  assert.deepEqual((call as { reply_markup?: object }).reply_markup, {
    keyboard: [[{ text: 'opening hours' }]],
    resize_keyboard: true,
    one_time_keyboard: true,
    selective: true,
  })
})

test('a link that may be opened once gets no preview, which would open it', async () => {
  const link = { text: 'Sign in', label: 'Open', url: 'http://localhost/x' }
  const [call] = await parametersOf({ ...say('http://localhost/x'), link })
  assert.ok(call && 'link_preview_options' in call && !('reply_markup' in call))
})

test('a picture that Telegram cannot fetch does not take its text along, and the refusal says why', async () => {
  const parts: OutgoingMessage['parts'] = [
    { kind: 'text', pieces: ['look'] },
    { kind: 'picture', url: 'https://example.com/gone.png' },
  ]
  const { connector, calls } = answerWith(
    { sendMessage: sent, sendPhoto: refuse(400, 'Bad Request: failed to get HTTP URL content') },
    { pacingClock: fastClock() },
  )
  const refusal = await refusalOf(connector.replies.send(right('-100:41'), { parts }, group))
  assert.deepEqual([refusal.code, refusal.facts.sentParts], ['invalid', 1])
  assert.match(refusal.message, /failed to get HTTP URL content/)
  assert.deepEqual(
    calls.map(({ method, parameters }) => [method, parameters.text]),
    [
      ['sendPhoto', undefined],
      ['sendMessage', 'look'],
    ],
  )
})

test('an answer in a topic that was deleted is said in the chat instead', async () => {
  const { connector, callsOf } = answerWith(
    {
      sendMessage: ({ parameters }) =>
        'message_thread_id' in parameters
          ? Response.json(
              { ok: false, error_code: 400, description: 'Bad Request: message thread not found' },
              { status: 400 },
            )
          : Response.json({ ok: true, result: { message_id: 1 } }),
    },
    { pacingClock: fastClock() },
  )
  await connector.replies.send(right('-100:41:7'), say('hi'), group)
  assert.deepEqual(
    callsOf('sendMessage').map(({ parameters }) => parameters.message_thread_id),
    [7, undefined],
  )
})

test('each refusal of Telegram means something for what happens next', async () => {
  const cases = [
    [400, 'Bad Request: chat not found', undefined, 'not-found', {}],
    [400, 'Bad Request: message text is empty', undefined, 'invalid', {}],
    [401, 'Unauthorized', undefined, 'forbidden', {}],
    [403, 'Forbidden: bot was blocked by the user', undefined, 'forbidden', {}],
    [404, 'Not Found', undefined, 'forbidden', {}],
    [409, 'Conflict: terminated by other getUpdates request', undefined, 'conflict', {}],
    [429, 'Too Many Requests: retry after 35', { retry_after: 35 }, 'too-fast', { retryAfterMs: 35_000 }],
    [
      400,
      'Bad Request: group chat was upgraded to a supergroup chat',
      { migrate_to_chat_id: -1001 },
      'not-found',
      { movedTo: 'tg:-1001' },
    ],
  ] as const
  for (const [status, description, parameters, code, facts] of cases) {
    const { connector } = answerWith({ sendMessage: refuse(status, `${description} ${token}`, parameters) })
    const refusal = await refusalOf(connector.replies.send(right('-100:41'), say('hi'), group))
    assert.deepEqual([refusal.code, refusal.facts], [code, facts])
    assert.ok(refusal.message.includes(description) && !refusal.message.includes(token), refusal.message)
  }
})

test('only what surely never left counts as unsent, and no error names the token', async () => {
  const answers = [
    [noConnection('ECONNREFUSED'), true],
    [noConnection('ENOTFOUND'), true],
    [noConnection('CERT_HAS_EXPIRED'), true],
    [noConnection('ECONNRESET'), false],
    [() => new Response('<html>Bad Gateway</html>', { status: 502 }), false],
    [() => new Response('<html>', { status: 200 }), false],
    [() => Response.json({ ok: false }), false],
  ] as const
  for (const [answer, isUnsent] of answers) {
    const { connector } = answerWith({ sendMessage: answer })
    const silence = await silenceOf(connector.replies.send(right('-100:41'), say('hi'), group))
    assert.equal(silence.isUnsent, isUnsent, silence.message)
    assert.ok(!silence.message.includes('AAE-secret'), silence.message)
  }
})

test('what arrived before a failure is told, and after it nothing counts as unsent', async () => {
  const speech: OutgoingMessage = { parts: ['one', 'two'].map((text) => ({ kind: 'text', pieces: [text] })) }
  const refused = answerWith(
    { sendMessage: [sent, refuse(403, 'Forbidden: bot was kicked')] },
    { pacingClock: fastClock() },
  )
  const refusal = await refusalOf(refused.connector.replies.send(right('-100:41'), speech, group))
  assert.equal(refusal.facts.sentParts, 1)
  const silent = answerWith({ sendMessage: [sent, noConnection('ECONNREFUSED')] }, { pacingClock: fastClock() })
  const silence = await silenceOf(silent.connector.replies.send(right('-100:41'), speech, group))
  assert.equal(silence.isUnsent, false)
})

test('a chat that Telegram pauses is left alone until then, and others are not affected', async () => {
  let now = 1_790_000_000_000
  const { connector, calls } = answerWith(
    { sendMessage: [refuse(429, 'Too Many Requests', { retry_after: 35 }), sent] },
    { pacingClock: () => now },
  )
  const send = (chat: number) => connector.replies.send(right(`${chat}:1`), say('hi'), group)
  await refusalOf(send(-100))
  now += 30_000
  const { code, facts } = await refusalOf(send(-100))
  assert.deepEqual([code, facts.retryAfterMs], ['too-fast', 5000])
  await send(-200)
  assert.equal(calls.length, 2)
  now += 5_000
  await send(-100)
})

test('the 21st message to a group within a minute waits, and one to a person does not', async () => {
  let now = 1_790_000_000_000
  const { connector, calls } = answerWith({ sendMessage: sent }, { pacingClock: () => now })
  const send = async (chat: number) => {
    now += 1_000
    await connector.replies.send(right(String(chat)), say('hi'), group)
  }
  for (let count = 0; count < 20; count++) await send(-100)
  const { code, facts } = await refusalOf(send(-100))
  assert.deepEqual([code, facts.retryAfterMs, calls.length], ['too-fast', 40_000, 20])
  now += 40_000
  await send(-100)
  for (let count = 0; count < 25; count++) await send(5)
})
