import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeNotice, pathOf } from '../../worker/notices.ts'
import { textsFor } from '../../worker/texts.ts'

const shown = (sent: unknown, language = 'en') => {
  const { title, body, data } = composeNotice(sent, language, textsFor(language).notifications)
  return [title, body, data.path]
}
const keys = { name: 'Keys {count}', count: 1, path: '/search?q=keys' }
const tea = { name: 'Tea', count: 3, path: '/channels/C1/search?q=tea' }

for (const [sent, language, expected] of [
  [{ kind: 'matches', searches: [keys], more: 0 }, 'en', ['“Keys {count}”', '1 new message', '/search?q=keys']],
  [{ kind: 'matches', searches: [tea], more: 0 }, 'en', ['“Tea”', '3 new messages', '/channels/C1/search?q=tea']],
  [
    { kind: 'matches', searches: [tea], more: 0 },
    'ja',
    ['「Tea」', '新しいメッセージ3件', '/channels/C1/search?q=tea'],
  ],
  [
    { kind: 'matches', searches: [tea, keys], more: 2 },
    'en',
    ['New messages match your saved searches', '“Tea”: 3\n“Keys {count}”: 1\nMore searches: 2', '/search'],
  ],
  [
    { kind: 'findings', count: 1, path: '/operator' },
    'en',
    ['The service needs attention', 'Open the service status to see why.', '/operator'],
  ],
  [
    { kind: 'webhook-off', path: '/channels/C1' },
    'en',
    [
      'A webhook was turned off',
      'Its receiver doesn’t accept events. Check it, then turn the webhook on again.',
      '/channels/C1',
    ],
  ],
  [{ kind: 'of a later version' }, 'en', ['Innkeeper', 'New messages match your saved searches', '/']],
  [undefined, 'en', ['Innkeeper', 'New messages match your saved searches', '/']],
] as const) {
  test(`${JSON.stringify(sent)} in ${language}`, () => assert.deepEqual(shown(sent, language), expected))
}

test('a notification opens only pages of our own', () => {
  const origin = 'https://inn.example'
  assert.equal(pathOf({ path: '/search?q=tea' }, origin), `${origin}/search?q=tea`)
  for (const path of ['https://other.example/', '//other.example/', 'javascript:alert(1)', 7, undefined]) {
    assert.equal(pathOf({ path }, origin), `${origin}/`)
  }
  assert.equal(pathOf(null, origin), `${origin}/`)
})
