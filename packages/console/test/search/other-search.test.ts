import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findOtherSearch, type OtherSearch } from '../../src/search/query/other-search.ts'

const people = [
  { userId: 'U1', displayName: 'Hanna Weber' },
  { userId: 'U2', displayName: 'Felix' },
]

describe('a search that finds nothing', () => {
  const cases: [q: string, other: OtherSearch | undefined][] = [
    ['from:hana', { kind: 'stranger', name: 'hana', meant: { name: 'Hanna', q: 'from:Hanna' } }],
    ['boat from:hana', { kind: 'stranger', name: 'hana', meant: { name: 'Hanna', q: 'boat from:Hanna' } }],
    ['from:Theodora', { kind: 'stranger', name: 'Theodora', meant: undefined }],
    ['photo from hanna', { kind: 'photos', q: 'from:"Hanna Weber" type:image' }],
    ['Felix photos', { kind: 'photos', q: 'from:Felix type:image' }],
    ['photo of the boat', { kind: 'photos', q: 'the boat type:image' }],
    ['写真', { kind: 'photos', q: 'type:image' }],
    // Nothing to suggest.
    ['from:hanna boat', undefined],
    ['boat', undefined],
    ['-photo boat', undefined],
    ['photo type:file', undefined],
  ]
  for (const [q, other] of cases) {
    it(`${q}: ${other === undefined ? 'has no suggestion' : `is for ${other.kind}`}`, () => {
      assert.deepEqual(findOtherSearch(q, people), other)
    })
  }

  it('has no suggestion while the members are not known', () => {
    assert.equal(findOtherSearch('from:hana', []), undefined)
  })
})
