import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Controls,
  isNarrowed,
  isUnfinished,
  readControls,
  readSearch,
  writeControls,
} from '../../src/search/query/query-controls.ts'

const nothing: Controls = { person: '', kind: '', from: '', to: '', without: [] }

describe('the controls of a search', () => {
  const cases: [q: string, shown: Partial<Controls>][] = [
    ['keys boathouse', {}],
    ['keys from:"Mika Sato"', { person: 'Mika Sato' }],
    ['type:IMAGE', { kind: 'image' }],
    ['type:photo', { kind: 'image' }],
    ['type:answer', { kind: 'answer' }],
    ['type:poem', {}],
    ['has:link', { kind: 'link' }],
    // The days themselves are not included in the language, but they are in the calendar.
    ['after:2026-02-28 before:2026-04-01', { from: '2026-03-01', to: '2026-03-31' }],
    ['after:2026-02-30', {}],
    ['-car -"a boat" -type:image', { without: ['car', 'a boat'] }],
  ]
  for (const [q, shown] of cases) {
    it(`show ${q}`, () => assert.deepEqual(readControls(q), { ...nothing, ...shown }))
  }

  it('write what they show', () => {
    const wanted: Controls = {
      person: 'Mika Sato',
      kind: 'image',
      from: '2026-03-01',
      to: '2026-03-31',
      without: ['car', 'a boat'],
    }
    const q = writeControls('keys', wanted)
    assert.equal(q, 'keys from:"Mika Sato" type:image after:2026-02-28 before:2026-04-01 -car -"a boat"')
    assert.deepEqual(readControls(q), wanted)
    assert.equal(writeControls(q, nothing), 'keys')
  })

  it('replace a type by links, and links by a type', () => {
    assert.equal(writeControls('type:image keys', { kind: 'link' }), 'keys has:link')
    assert.equal(writeControls('has:link keys', { kind: 'file' }), 'keys type:file')
  })

  it('say whether they narrow the search', () => {
    assert.equal(isNarrowed('keys "to the" boathouse'), false)
    for (const q of ['from:Mika', 'keys -car', 'has:link', 'before:2026-03-01']) assert.equal(isNarrowed(q), true, q)
  })
})

describe('the address of a search', () => {
  const cases: [name: string, search: Record<string, unknown>, q: string][] = [
    ['nothing', {}, ''],
    ['words', { q: '駅 前' }, '駅 前'],
    ['words that look like numbers', { q: '007' }, '007'],
    [
      'filters of an old link',
      { q: 'xy', from: '2026-03-01', to: '2026-03-31', sender: 'U1', type: 'image' },
      'xy from:U1 type:image after:2026-02-28 before:2026-04-01',
    ],
    ['only a filter', { sender: 'U1' }, 'from:U1'],
    ['the link filter of a saved search', { q: 'xy', hasLink: true }, 'xy has:link'],
    ['days the wrong way round', { from: '2026-03-31', to: '2026-03-01' }, 'after:2026-02-28 before:2026-04-01'],
    ['days that do not exist', { from: '2026-02-30', to: 'yesterday' }, ''],
    ['a type that does not exist', { type: 'poem' }, ''],
    ['values that are not text', { q: ['a'], sender: { toString: 'x' } }, ''],
  ]
  for (const [name, search, q] of cases) {
    it(`is read with ${name}`, () => assert.equal(readSearch(search), q))
  }

  it('is cut to the limit of the service', () => {
    assert.equal(readSearch({ q: 'x'.repeat(500) }).length, 200)
  })
})

describe('an operator that is still being typed', () => {
  const unfinished = [
    'from:',
    'keys type:',
    'type:im',
    'has:li',
    'before:2026',
    'after:2026-03-0',
    '-type:im',
    'from:"',
  ]
  const finished = [
    '',
    'keys',
    'from:M',
    'type:image',
    'type:zzz',
    'has:link',
    'before:2026-03-01',
    'before:soon',
    'type:im ',
  ]
  for (const q of unfinished) it(`is not searched for yet: ${q}`, () => assert.equal(isUnfinished(q), true))
  for (const q of finished)
    it(`is searched for once it is finished: ${q || '(empty)'}`, () => assert.equal(isUnfinished(q), false))
})
