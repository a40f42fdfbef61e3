import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { splitText } from '../../src/adapters/line/replies.ts'
import { type Speech, say } from '../../src/domain/speech.ts'
import { answerWith, json, refusal, rightTo, startPlatform } from './platform.ts'

const speech = (...texts: string[]): Speech => ({ parts: texts.flatMap((text) => say(text).parts) })

test('a reply is sent once, for its right can be used once', async (t) => {
  const { platform, connector } = await startPlatform(t)
  const mika = platform.addUser()
  const inn = platform.addGroup({ members: [mika] })
  await inn.invite()
  const { event } = await inn.say(mika, '/help')
  const right = rightTo(event.replyToken)
  await connector.replies.send(right, speech('One', 'Two 🌅'))
  assert.deepEqual(
    platform.sent.map(({ kind, chatId, messages }) => ({ kind, chatId, messages })),
    [
      {
        kind: 'reply',
        chatId: inn.groupId,
        messages: [
          { type: 'text', text: 'One' },
          { type: 'text', text: 'Two 🌅' },
        ],
      },
    ],
  )
  await assert.rejects(connector.replies.send(right, speech('Again')), refusal('reply-right-spent'))
  await assert.rejects(connector.replies.send(rightTo('f'.repeat(32)), speech('x')), refusal('reply-right-spent'))
  assert.equal(platform.sent.length, 1)
})

test('a text that is too long for one message becomes several', async (t) => {
  const { platform, connector } = await startPlatform(t)
  const mika = platform.addUser()
  const inn = platform.addGroup({ members: [mika] })
  await inn.invite()
  const { event } = await inn.say(mika, 'x')
  const lines = Array.from({ length: 120 }, (_, index) => `${index} ${'🌅'.repeat(40)}`)
  await connector.replies.send(rightTo(event.replyToken), speech(lines.join('\n')))
  const texts = (platform.sent[0]?.messages ?? []).map((message) => (message as { text: string }).text)
  assert.equal(texts.length, 3)
  assert.equal(texts.join('\n'), lines.join('\n'))
})

test('a reply with too many parts, or none, is refused before anybody is asked', async () => {
  const { connector, calls } = answerWith([json(200, {})])
  const { send } = connector.replies
  await assert.rejects(send(rightTo('t'), speech('1', '2', '3', '4', '5', '6')), refusal('invalid', /6 parts/))
  await assert.rejects(send(rightTo('t'), speech('x'.repeat(25_001))), refusal('invalid', /6 parts/))
  for (const texts of [[], [''], [' \n']])
    await assert.rejects(send(rightTo('t'), speech(...texts)), refusal('invalid'))
  assert.equal(calls.length, 0)
  await send(rightTo('t'), speech('x'.repeat(25_000)))
  assert.equal(calls.length, 1)
})

test('splitting loses nothing but the ends of lines, and never halves a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '🌅', 'あ', '\n', ' '), maxLength: 60 }),
      fc.integer({ min: 2, max: 20 }),
      (text, most) => {
        const parts = splitText(text, most)
        for (const part of parts) assert.ok(part.length <= most && part.isWellFormed() && part.trim() !== '')
        assert.equal(parts.join('').replace(/\s/g, ''), text.replace(/\s/g, ''))
      },
    ),
  )
  assert.deepEqual(splitText('aaa\nbbb', 4), ['aaa', 'bbb'])
  assert.deepEqual(splitText('aaa🌅', 4), ['aaa', '🌅'])
  assert.deepEqual(splitText('a\ud83d', 9), ['a\ufffd'])
})
