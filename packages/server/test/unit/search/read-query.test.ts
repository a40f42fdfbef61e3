import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ReadQuery, readQuery } from '../../../src/domain/search/read-query.ts'

const nothing: ReadQuery = {
  words: [],
  without: [],
  from: [],
  notFrom: [],
  types: [],
  notTypes: [],
  hasLink: undefined,
  before: undefined,
  after: undefined,
}

describe('a query is read', () => {
  for (const [q, expected] of [
    ['keys boathouse', { words: ['keys', 'boathouse'] }],
    ['"see you"  -"at nine" -late', { words: ['see you'], without: ['at nine', 'late'] }],
    ['“see you', { words: ['see you'] }],
    ['"" - -- well-known', { words: ['-', '--', 'well-known'] }],
    ['from:Mika FROM:"Mika Tanaka" -from:Sam', { from: ['Mika', 'Mika Tanaka'], notFrom: ['Sam'] }],
    ['from：美香　写真', { from: ['美香'], words: ['写真'] }],
    ['type:photo -type:bot has:link', { types: ['image'], notTypes: ['answer'], hasLink: true }],
    ['-has:LINK', { hasLink: false }],
    ['before:2026-03-02 before:2026-03-01 after:2026-01-01', { before: '2026-03-01', after: '2026-01-01' }],
    ['-before:2026-03-01', { without: ['before:2026-03-01'] }],
    [
      'http://example.com:80 at:nine from: "from:Mika"',
      { words: ['http://example.com:80', 'at:nine', 'from:', 'from:Mika'] },
    ],
  ] as const) {
    test(q, () => assert.deepEqual(readQuery(q), { ...nothing, ...expected }))
  }
})

describe('nonsense is refused with what is allowed', () => {
  for (const [q, sentence] of [
    ['before:yesterday', /^q contains before:yesterday; write a day as YYYY-MM-DD, .*"before:yesterday"$/],
    ['after:2026-02-30', /^q contains after:2026-02-30; write a day/],
    ['type:poem', /^q contains type:poem; the types are text, image, .*, answer/],
    ['has:photo', /^q contains has:photo; only has:link is possible/],
  ] as const) {
    test(q, () => assert.throws(() => readQuery(q), { name: 'Refusal', message: sentence }))
  }
})
