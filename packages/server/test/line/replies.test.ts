import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { splitText } from '../../src/adapters/line/sending/split-text.ts'
import { type Mention, type OutgoingMessage, type Part, say } from '../../src/domain/assistant/outgoing-message.ts'
import { answerWith, json, refusal, rightTo, startPlatform } from './platform.ts'

const speech = (...texts: string[]): OutgoingMessage => ({ parts: texts.flatMap((text) => say(text).parts) })
const text = (...pieces: (string | Mention)[]): Part => ({ kind: 'text', pieces })
const group = { type: 'group' } as const

test('a reply is sent once, because its token can be used once', async (t) => {
  const { platform, connector } = await startPlatform(t)
  const mika = platform.addUser()
  const service = platform.addGroup({ members: [mika] })
  await service.invite()
  const { event } = await service.say(mika, '/help')
  const right = rightTo(event.replyToken)
  await connector.replies.send(right, speech('One', 'Two 🌅'), group)
  assert.deepEqual(
    platform.sent.map(({ kind, chatId, messages }) => ({ kind, chatId, messages })),
    [
      {
        kind: 'reply',
        chatId: service.groupId,
        messages: [
          { type: 'text', text: 'One' },
          { type: 'text', text: 'Two 🌅' },
        ],
      },
    ],
  )
  await assert.rejects(connector.replies.send(right, speech('Again'), group), refusal('reply-right-spent'))
  await assert.rejects(
    connector.replies.send(rightTo('f'.repeat(32)), speech('x'), group),
    refusal('reply-right-spent'),
  )
  assert.equal(platform.sent.length, 1)
})

test('a text that is too long for one message becomes several', async (t) => {
  const { platform, connector } = await startPlatform(t)
  const mika = platform.addUser()
  const service = platform.addGroup({ members: [mika] })
  await service.invite()
  const { event } = await service.say(mika, 'x')
  const lines = Array.from({ length: 120 }, (_, index) => `${index} ${'🌅'.repeat(40)}`)
  await connector.replies.send(rightTo(event.replyToken), speech(lines.join('\n')), group)
  const texts = (platform.sent[0]?.messages ?? []).map((message) => (message as { text: string }).text)
  assert.equal(texts.length, 3)
  assert.equal(texts.join('\n'), lines.join('\n'))
})

test('a message that is too long for LINE, or empty, is refused without a request', async () => {
  const { connector, calls } = answerWith([json(200, {})])
  const send = (given: OutgoingMessage) => connector.replies.send(rightTo('t'), given, group)
  await assert.rejects(send(speech('x'.repeat(25_001))), refusal('unsayable', /6 messages; LINE allows at most 5 /))
  await assert.rejects(
    send(speech(...Array.from({ length: 6 }, () => 'x'.repeat(4_999)))),
    refusal('unsayable', /6 mess/),
  )
  for (const texts of [[], [''], [' \n']])
    await assert.rejects(send(speech(...texts)), refusal('unsayable', /no visible text/))
  assert.equal(calls.length, 0)
  await send(speech('x'.repeat(25_000)))
  assert.equal(calls.length, 1)
})

/** The messages of one call. */
function messagesOf(call: { body: string } | undefined): Record<string, unknown>[] {
  return JSON.parse(call?.body ?? '{}').messages
}

test('more texts than LINE takes at once are merged, and nothing is lost', async () => {
  const { connector, calls } = answerWith([json(200, {})])
  await connector.replies.send(rightTo('t'), speech('1', '2', '3', '4', '5', '6'), group)
  assert.deepEqual(messagesOf(calls[0]), [{ type: 'text', text: '1\n\n2\n\n3\n\n4\n\n5\n\n6' }])
})

test('a picture and buttons come with the answer, with the buttons below its last message', async (t) => {
  const { platform, connector } = await startPlatform(t)
  const mika = platform.addUser()
  const service = platform.addGroup({ members: [mika] })
  await service.invite()
  const { event } = await service.say(mika, 'x')
  const url = 'https://inn.example/house.png'
  const choices = Array.from({ length: 14 }, (_, index) => ({
    label: `${index} ${'👩‍👩‍👧'.repeat(20)}`,
    text: `t${index}`,
  }))
  const parts: Part[] = [text('Look {here}'), { kind: 'picture', url }]
  await connector.replies.send(rightTo(event.replyToken), { parts, choices }, group)
  const [first, last] = platform.sent[0]?.messages ?? []
  assert.deepEqual(first, { type: 'text', text: 'Look {here}' })
  const items = choices.slice(0, 13).map(({ text: said }, index) => {
    const label = `${index} ${'👩‍👩‍👧'.repeat(index < 10 ? 18 : 17)}`
    return { type: 'action', action: { type: 'message', label, text: said } }
  })
  assert.deepEqual(last, { type: 'image', originalContentUrl: url, previewImageUrl: url, quickReply: { items } })
})

test('people in a group are mentioned; in private, and beyond the twentieth, they are addressed by name', async (t) => {
  const { platform, connector } = await startPlatform(t)
  const people = Array.from({ length: 22 }, (_, index) => platform.addUser({ displayName: `P${index}` }))
  const [mika] = people
  assert.ok(mika)
  const mentions = people.map(({ userId }, index) => ({ userId, name: `P${index}` }))
  const [first] = mentions
  assert.ok(first)
  const service = platform.addGroup({ members: people })
  await service.invite()
  const reply = async (given: Part, type: 'group' | 'user', said: { event: { replyToken?: string } }) => {
    await connector.replies.send(rightTo(said.event.replyToken), { parts: [given] }, { type })
    return platform.sent.at(-1)?.messages[0]
  }
  const mention = { type: 'mention', mentionee: { type: 'user', userId: mika.userId } }
  assert.deepEqual(await reply(text('Hello ', first, '! {x} }{'), 'group', await service.say(mika, 'x')), {
    type: 'textV2',
    text: 'Hello {m0}! {{x}} }}{{',
    substitution: { m0: mention },
  })
  await platform.follow(mika)
  assert.deepEqual(await reply(text('Hello ', first, '! {x}'), 'user', await mika.say('x')), {
    type: 'text',
    text: 'Hello @P0! {x}',
  })
  const all = (await reply(text(...mentions), 'group', await service.say(mika, 'x'))) as { text: string }
  assert.equal(all.text, `${Array.from({ length: 20 }, (_, index) => `{m${index}}`).join('')}@P20@P21`)
  assert.equal(platform.requests.filter(({ status }) => status === 400).length, 0, 'nothing had to be sent twice')
})

test('a person who has left in the meantime is addressed by name, with the same reply token', async (t) => {
  const { platform, connector } = await startPlatform(t)
  const mika = platform.addUser({ displayName: 'Mika' })
  const gone = platform.addUser({ displayName: 'Gone' })
  const service = platform.addGroup({ members: [mika] })
  await service.invite()
  const { event } = await service.say(mika, 'x')
  const both = [mika, gone].map(({ userId }, index) => ({ userId, name: index === 0 ? 'Mika' : 'Gone' }))
  await connector.replies.send(rightTo(event.replyToken), { parts: [text('Hello ', ...both)] }, group)
  assert.deepEqual(platform.sent.at(-1)?.messages, [{ type: 'text', text: 'Hello @Mika@Gone' }])
  assert.equal(platform.sent.length, 1)
})

test('a used reply token is not taken for a refused mention', async () => {
  const { connector, calls } = answerWith([json(400, { message: 'Invalid reply token' })])
  const parts = [text({ userId: 'U1', name: 'Mika' })]
  await assert.rejects(connector.replies.send(rightTo('t'), { parts }, group), refusal('reply-right-spent'))
  assert.equal(calls.length, 1)
})

test('splitting loses only line ends, and never cuts a character or a mention', () => {
  const someone = { userId: 'U1', name: 'X{y}' }
  const piece = fc.oneof(
    { weight: 5, arbitrary: fc.string({ unit: fc.constantFrom('a', '🌅', 'あ', '\n', ' ', '{', '}'), maxLength: 30 }) },
    { weight: 1, arbitrary: fc.constant(someone) },
  )
  const plain = (pieces: (string | Mention)[]) =>
    pieces.map((one) => (typeof one === 'string' ? one : `@${one.name}`)).join('')
  const marked = (pieces: (string | Mention)[]) =>
    pieces.map((one) => (typeof one === 'string' ? one.replace(/[{}]/g, '$&$&') : '{m00}')).join('')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.integer({ min: 8, max: 20 }), (pieces, limit) => {
      const parts = splitText(pieces, limit)
      for (const part of parts) {
        assert.ok(plain(part).length <= limit && plain(part).isWellFormed() && plain(part).trim() !== '')
        if (part.some((one) => typeof one !== 'string')) assert.ok(marked(part).length <= limit)
      }
      const words = (given: string) => given.replace(/\s/g, '')
      assert.equal(words(parts.map(plain).join('')), words(plain(pieces)))
      const count = (given: unknown[]) => given.filter((one) => one === someone).length
      assert.equal(count(parts.flat()), count(pieces))
    }),
  )
  assert.deepEqual(splitText(['aaa\nbbb'], 4), [['aaa'], ['bbb']])
  assert.deepEqual(splitText(['aaaa\nbbb'], 4), [['aaaa'], ['bbb']])
  assert.deepEqual(splitText(['aaa🌅'], 4), [['aaa'], ['🌅']])
  assert.deepEqual(splitText(['a\ud83d'], 9), [['a\ufffd']])
  assert.deepEqual(splitText(['a', 'b'], 9), [['ab']])
})
