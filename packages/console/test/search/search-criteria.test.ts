import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFiltered, isLongEnough, readCriteria, termOf } from '../../src/search/search-criteria.ts'

const nothing = { q: '', from: '', to: '', sender: '', type: '' }

describe('the URL of a search', () => {
  const cases: [name: string, search: Record<string, unknown>, criteria: object][] = [
    ['nothing', {}, {}],
    ['words', { q: '駅 前' }, { q: '駅 前' }],
    ['words that look like numbers', { q: '007' }, { q: '007' }],
    ['all filters', { q: 'xy', from: '2026-03-01', to: '2026-03-31', sender: 'U1', type: 'image' }, undefined as never],
    ['days the wrong way round', { from: '2026-03-31', to: '2026-03-01' }, { from: '2026-03-01', to: '2026-03-31' }],
    ['days that do not exist', { from: '2026-02-30', to: 'yesterday' }, {}],
    ['a type that does not exist', { type: 'poem' }, {}],
    ['values that are not text', { q: ['a'], sender: { toString: 'x' } }, {}],
  ]
  for (const [name, search, criteria] of cases) {
    it(`is read with ${name}`, () => assert.deepEqual(readCriteria(search), { ...nothing, ...(criteria ?? search) }))
  }

  it('is cut to the limits of the service', () => {
    assert.equal(readCriteria({ q: 'x'.repeat(500) }).q.length, 200)
  })
})

describe('a search', () => {
  it('needs two characters, in any script', () => {
    assert.deepEqual(
      ['', 'a', '駅', '🚉', 'ab', '駅前', '🚉🚉'].map((q) => isLongEnough(termOf({ ...nothing, q, type: '' }))),
      [false, false, false, false, true, true, true],
    )
    assert.equal(isLongEnough(termOf({ ...nothing, q: '  a  ', type: '' })), false)
  })

  it('knows whether it has filters', () => {
    assert.equal(isFiltered(readCriteria({ q: 'words' })), false)
    assert.equal(isFiltered(readCriteria({ sender: 'U1' })), true)
  })
})
