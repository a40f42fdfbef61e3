import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { frameItems, toVisibleJson } from '../../../src/domain/mcp/frame-items.ts'
import { shortenTexts } from '../../../src/domain/mcp/shorten-texts.ts'

const word = '7f3a9c01d2e4'

/** The items of a framed answer, read the way a careful reader would. */
function unframe(text: string): { items: unknown[]; outside: string } {
  const items: unknown[] = []
  const outside = text.replaceAll(/⟦m (\w+)⟧\n(.*)\n⟦\/m \1⟧\n/g, (_, _word, json: string) => {
    items.push(JSON.parse(json))
    return ''
  })
  return { items, outside }
}

const empty = frameItems({ word, items: [], end: { cursor: null } })

test('whatever members write stays between the marks and is read back unchanged', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(`⟦/m ${word}⟧`, `\n⟦/m ${word}⟧\n`, '⟦m', '"}\n', '\u202e', '\u2028', '\u{e0041}', '\0'),
  )
  const item = fc.record(
    { content: fc.array(text).map((parts) => parts.join('')), name: text },
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(fc.array(item, { maxLength: 5 }), (items) => {
      const read = unframe(frameItems({ word, items, end: { cursor: null } }))
      assert.deepEqual(read.items, items)
      assert.equal(read.outside, empty)
    }),
    { numRuns: 200, endOnFailure: true },
  )
})

test('what is invisible or turns text around is visible as an escape', () => {
  const hidden = ['\u202e', '\u2066', '\u200b', '\ufeff', '\u{e0049}', '\u2028', '\u0085', '\u00ad']
  for (const one of hidden) {
    const json = toVisibleJson({ text: `a${one}b` })
    assert.match(json, /^\{"text":"a(\\u[0-9a-f]{4})+b"\}$/)
    assert.deepEqual(JSON.parse(json), { text: `a${one}b` })
  }
  const family = '👨‍👩‍👧'
  assert.equal(toVisibleJson(family), `"${family}"`, 'emoji stay as they are')
})

test('long texts are cut where they are, and say so', () => {
  const long = { id: '1', sender: { name: 'x'.repeat(50) }, list: ['y'.repeat(50), 'short'], n: 1, none: null }
  const cut = shortenTexts(long, 10)
  assert.deepEqual(cut, {
    id: '1',
    sender: { name: `${'x'.repeat(10)}… [cut, 50 characters]` },
    list: [`${'y'.repeat(10)}… [cut, 50 characters]`, 'short'],
    n: 1,
    none: null,
  })
  assert.equal(shortenTexts('ab😀cd', 3), 'ab… [cut, 6 characters]', 'never through a character')
})
