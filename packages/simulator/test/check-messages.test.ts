import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkMessages } from '../src/rules/check-messages.ts'
import { openLine } from './support.ts'

const group = {
  type: 'group' as const,
  isMember: (userId: string) => userId === 'member',
  isQuotable: (token: string) => token === 'quotable',
}
const url = 'https://example.com/a.jpg'
const text = (length: number) => 'x'.repeat(length)
const mention = (userId: string) => ({ type: 'mention', mentionee: { type: 'user', userId } })
const item = (label: string) => ({ type: 'action', action: { type: 'message', label, text: 'x' } })
const button = { type: 'message', label: 'a', text: 'a' }
const bubble = (padding: number) => ({
  type: 'bubble',
  body: { type: 'box', layout: 'vertical', contents: [], x: text(padding) },
})

const good: Record<string, object> = {
  'a text of the maximum length': { type: 'text', text: text(5_000) },
  'an emoji at a placeholder': { type: 'text', text: 'a $', emojis: [{ index: 2, productId: '1', emojiId: '2' }] },
  'a quote': { type: 'text', text: 'a', quoteToken: 'quotable' },
  'a mention of a member': { type: 'textV2', text: 'Hi {you}, {{braces}}', substitution: { you: mention('member') } },
  'twenty mentions between braces': {
    type: 'textV2',
    text: `{{${'{a}'.repeat(20)}}}`,
    substitution: { a: mention('member') },
  },
  'a mention of everyone': {
    type: 'textV2',
    text: '{a}',
    substitution: { a: { type: 'mention', mentionee: { type: 'all' } } },
  },
  'a picture': { type: 'image', originalContentUrl: url, previewImageUrl: url },
  'an audio file': { type: 'audio', originalContentUrl: url, duration: 1_000 },
  'a sticker': { type: 'sticker', packageId: '446', stickerId: '1988' },
  'a flex bubble': { type: 'flex', altText: 'a', contents: bubble(1_000) },
  'a template': { type: 'template', altText: 'a', template: { type: 'confirm', text: 'a', actions: [button, button] } },
  'thirteen quick replies': {
    type: 'text',
    text: 'a',
    quickReply: { items: Array(13).fill(item('👨‍👩‍👧'.repeat(20))) },
  },
}

for (const [name, message] of Object.entries(good))
  test(`${name} is accepted`, () => assert.deepEqual(checkMessages([message], group), []))

const bad: Record<string, [message: object, property: string, words?: string]> = {
  'an empty text': [{ type: 'text', text: '' }, 'text', 'May not be empty'],
  'a text that is too long': [{ type: 'text', text: text(5_001) }, 'text', 'Length must be between 0 and 5000'],
  'a text of surrogate pairs that is too long': [
    { type: 'text', text: '🌞'.repeat(2_501) },
    'text',
    'Length must be between 0 and 5000',
  ],
  'an unknown type': [{ type: 'poem' }, 'type'],
  'an emoji without a placeholder': [{ type: 'text', text: 'a', emojis: [{ index: 0 }] }, 'emojis[0].index'],
  'a quote from another chat': [{ type: 'text', text: 'a', quoteToken: 'foreign' }, 'quoteToken'],
  'a mention of a non-member': [
    { type: 'textV2', text: '{a}', substitution: { a: mention('stranger') } },
    'substitution.a.mentionee.userId',
  ],
  'a placeholder without a value': [{ type: 'textV2', text: '{a}' }, 'substitution'],
  'a brace that is not closed': [{ type: 'textV2', text: '{a' }, 'text'],
  'one mention too many': [
    { type: 'textV2', text: '{a}'.repeat(21), substitution: { a: mention('member') } },
    'substitution',
  ],
  'a picture over plain http': [
    { type: 'image', originalContentUrl: 'http://example.com/a.jpg', previewImageUrl: url },
    'originalContentUrl',
  ],
  'a URL that is too long': [
    { type: 'image', originalContentUrl: url + text(2_000), previewImageUrl: url },
    'originalContentUrl',
    'Length must be between 0 and 2000',
  ],
  'a tracked video in a group': [
    { type: 'video', originalContentUrl: url, previewImageUrl: url, trackingId: 'a' },
    'trackingId',
  ],
  'a location without a title': [{ type: 'location', address: 'a', latitude: 1, longitude: 1 }, 'title'],
  'a bubble that is too large': [{ type: 'flex', altText: 'a', contents: bubble(31_000) }, 'contents'],
  'thirteen bubbles': [
    { type: 'flex', altText: 'a', contents: { type: 'carousel', contents: Array(13).fill(bubble(1)) } },
    'contents.contents',
    'Size must be between 1 and 12',
  ],
  'five buttons': [
    { type: 'template', altText: 'a', template: { type: 'buttons', text: 'a', actions: Array(5).fill(button) } },
    'template.actions',
  ],
  'fourteen quick replies': [
    { type: 'text', text: 'a', quickReply: { items: Array(14).fill(item('a')) } },
    'quickReply.items',
  ],
  'a quick reply whose text is too long': [
    { type: 'text', text: 'a', quickReply: { items: [{ action: { ...item('a').action, text: text(301) } }] } },
    'quickReply.items[0].action.text',
    'Length must be between 0 and 300',
  ],
  'a quick reply whose text is empty': [
    { type: 'text', text: 'a', quickReply: { items: [{ action: { ...item('a').action, text: '' } }] } },
    'quickReply.items[0].action.text',
    'May not be empty',
  ],
  'a sender name that is too long': [{ type: 'text', text: 'a', sender: { name: text(21) } }, 'sender.name'],
}

for (const [name, [message, property, words]] of Object.entries(bad))
  test(`${name} is refused`, () => {
    const [problem, ...others] = checkMessages([{ type: 'text', text: 'good' }, message], group)
    assert.equal(problem?.property, `messages[1].${property}`)
    if (words) assert.equal(problem?.message, words)
    assert.deepEqual(others, [])
  })

test('a request has one to five messages, and every problem is reported', async () => {
  const { call } = await openLine()
  const check = async (messages: unknown) => (await call('POST /v2/bot/message/validate/push', { messages })).body
  const size = { message: 'Size must be between 1 and 5', property: 'messages' }
  assert.deepEqual(await check([]), { message: 'The request body has 1 error(s)', details: [size] })
  assert.deepEqual((await check(Array(6).fill({ type: 'text', text: 'a' }))).details, [size])
  assert.deepEqual(await check([{ type: 'text' }, { type: 'text', text: text(5_001) }]), {
    message: 'The request body has 2 error(s)',
    details: [
      { message: 'May not be empty', property: 'messages[0].text' },
      { message: 'Length must be between 0 and 5000', property: 'messages[1].text' },
    ],
  })
  assert.deepEqual(await check([{ type: 'text', text: 'a' }]), {})
})

test('no one can be mentioned in a one-to-one chat', async () => {
  const { line, mai, ken, group: flat, call } = await openLine()
  await flat.invite()
  await line.follow(mai)
  const messages = [{ type: 'textV2', text: 'Hi {you}', substitution: { you: mention(ken.userId) } }]
  assert.equal((await call('POST /v2/bot/message/push', { to: mai.userId, messages })).status, 400)
  assert.equal((await call('POST /v2/bot/message/push', { to: flat.groupId, messages })).status, 200)
})

test('a quote token works in its own chat, including one from the bot’s own message', async () => {
  const { group: flat, mai, call, push } = await openLine()
  await flat.invite()
  const { event } = await flat.say(mai, 'hello')
  const own = (await push(flat.groupId)).body.sentMessages[0].quoteToken
  const quote = (to: string, quoteToken: unknown) =>
    call('POST /v2/bot/message/push', { to, messages: [{ type: 'text', text: 'a', quoteToken }] })
  const quoted = 'quoteToken' in event.message ? event.message.quoteToken : ''
  assert.deepEqual([(await quote(flat.groupId, quoted)).status, (await quote(flat.groupId, own)).status], [200, 200])
  assert.equal((await quote(mai.userId, quoted)).status, 400)
})
