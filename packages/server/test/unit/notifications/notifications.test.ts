import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { composeMatches } from '../../../src/domain/notifications/compose.ts'
import { paceAfter } from '../../../src/domain/notifications/pace.ts'
import { searchPath } from '../../../src/domain/notifications/search-path.ts'

describe('the pace of notifications', () => {
  const at = 1_000_000
  const failed = (retryAfterMs?: number) => ({ kind: 'failed', retryAfterMs }) as const
  for (const [name, outcome, failures, expected] of [
    ['a minute after one was sent', { kind: 'sent' }, 3, { kind: 'wait', nextAt: at + 60_000, failures: 0 }],
    ['none after the browser is gone', { kind: 'gone' }, 0, { kind: 'drop' }],
    ['soon after the first failure', failed(), 0, { kind: 'wait', nextAt: at + 30_000, failures: 1 }],
    ['later after each', failed(), 2, { kind: 'wait', nextAt: at + 120_000, failures: 3 }],
    ['when the push service says', failed(90_000), 0, { kind: 'wait', nextAt: at + 90_000, failures: 1 }],
    ['after an hour at the latest', failed(1e9), 20, { kind: 'wait', nextAt: at + 3_600_000, failures: 21 }],
    ['none after a day of failures', failed(), 29, { kind: 'drop' }],
  ] as const) {
    test(name, () => assert.deepEqual(paceAfter(outcome, { failures, at }), expected))
  }
})

test('a notification names the searches with most messages and says how many more there are', () => {
  const found = [1, 5, 0, 2, 3].map((count) => ({ name: `n${count}`, count, path: `/search?q=${count}` }))
  const composed = composeMatches(found)
  assert.deepEqual([composed?.searches.map(({ count }) => count), composed?.more], [[5, 3, 2], 1])
  assert.equal(composeMatches([{ name: 'none', count: 0, path: '/' }]), undefined)
})

test('a notification with the longest names and queries fits into what push services accept', () => {
  const name = '\u0001'.repeat(100)
  const path = searchPath({ query: { q: '鍵'.repeat(200) }, channelId: 'C'.repeat(33) })
  const composed = composeMatches([1, 2, 3, 4].map((count) => ({ name, count, path })))
  const bytes = Buffer.byteLength(JSON.stringify({ kind: 'matches', ...composed }))
  assert.ok(bytes <= 3993, `${bytes}`)
  assert.equal(composed?.searches[0]?.path, `/channels/${'C'.repeat(33)}/search`)
})

for (const [query, channelId, path] of [
  [{ q: 'keys & rope' }, null, '/search?q=keys%20%26%20rope'],
  [
    { q: 'keys', sender: 'U1', type: 'text', hasLink: true },
    'C 1',
    '/channels/C%201/search?q=keys%20from%3AU1%20type%3Atext%20has%3Alink',
  ],
  [{ from: '2026-03-01', to: '2026-03-31' }, null, '/search?q=after%3A2026-02-28%20before%3A2026-04-01'],
] as const) {
  test(`a notification opens ${path}`, () => assert.equal(searchPath({ query, channelId }), path))
}
