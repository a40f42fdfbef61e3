import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeCursor, encodeCursor, mergeQuery } from '../../src/domain/cursor.ts'
import { Refusal } from '../../src/domain/refusal.ts'

const scope = { list: 'messages', channelId: 'C1', secret: '7'.repeat(64) }
const cursor = { query: { date: '2026-03-01', order: 'asc' }, after: ['1772366400123', '42'] }

test('a cursor decodes to what was encoded', () => {
  assert.deepEqual(decodeCursor(encodeCursor(cursor, scope), scope), cursor)
})

test('any query and position survive encoding, in characters that need no escaping in a URL', () => {
  const name = fc.stringMatching(/^[a-z]+$/)
  const word = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(fc.dictionary(name, word, { noNullPrototype: true }), fc.array(word), (query, after) => {
      const text = encodeCursor({ query, after }, scope)
      assert.match(text, /^[\w.~-]+$/)
      assert.deepEqual(decodeCursor(text, scope), { query, after })
    }),
  )
})

test('no other text is accepted as a cursor', () => {
  const text = encodeCursor(cursor, scope)
  const position = fc.integer({ min: 0, max: text.length - 1 })
  const letter = fc.constantFrom(...'ABCdef019-_ =!')
  fc.assert(
    fc.property(position, letter, (index, other) => {
      const changed = text.slice(0, index) + other + text.slice(index + 1)
      fc.pre(changed !== text)
      assert.throws(() => decodeCursor(changed, scope), Refusal)
    }),
  )
  for (const wrong of ['', 'x', text.slice(0, -1), `${text}A`, `${text}=`, '🦊', text.toLowerCase()]) {
    assert.throws(() => decodeCursor(wrong, scope), Refusal, wrong)
  }
})

test('a cursor of another list, channel or service is refused', () => {
  const text = encodeCursor(cursor, scope)
  assert.throws(() => decodeCursor(text, { ...scope, list: 'media' }), Refusal)
  assert.throws(() => decodeCursor(text, { ...scope, channelId: 'C2' }), Refusal)
  assert.throws(() => decodeCursor(text, { ...scope, secret: '8'.repeat(64) }), Refusal)
})

test('omitted parameters come from the cursor, and a different value is refused by name', () => {
  assert.deepEqual(mergeQuery(cursor, {}), cursor.query)
  assert.deepEqual(mergeQuery(cursor, { date: '2026-03-01', order: undefined }), cursor.query)
  assert.throws(() => mergeQuery(cursor, { date: '2026-03-02' }), /^Refusal: date differs/)
})
