import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRuleCache, type MatchRequest } from '../../../../src/adapters/thread/rule-cache.ts'

const rules = (pattern: string) => [{ keywords: [pattern], question: 'Q?', match: 'regex' as const }]
const request = (key: string, more: Partial<MatchRequest> = {}): MatchRequest => ({
  key,
  mode: 'keyword',
  texts: ['abc'],
  from: 0,
  ...more,
})

test('rules are requested once, and again after others evicted them', () => {
  const answer = createRuleCache(400_000, () => 0)
  const kindOf = (key: string, more?: Partial<MatchRequest>) => answer(request(key, more)).kind
  assert.equal(kindOf('a'), 'rules-wanted')
  assert.equal(kindOf('a', { rules: rules('b{1,200}') }), 'found')
  assert.equal(kindOf('a'), 'found')
  for (const key of ['b', 'c']) assert.equal(kindOf(key, { rules: rules('b{1,200}') }), 'found')
  assert.equal(kindOf('a'), 'found', 'it was used since then')
  for (const key of ['d', 'e', 'f']) assert.equal(kindOf(key, { rules: rules('b{1,200}') }), 'found')
  assert.equal(kindOf('f'), 'found')
  assert.equal(kindOf('b'), 'rules-wanted')
})

test('rules too large for the cache are kept while they are used', () => {
  const answer = createRuleCache(1, () => 0)
  answer(request('a', { rules: rules('b') }))
  assert.equal(answer(request('a')).kind, 'found')
  answer(request('b', { rules: rules('b') }))
  assert.equal(answer(request('a')).kind, 'rules-wanted')
})

test('a turn ends after a while, with the results so far', () => {
  let now = 0
  const answer = createRuleCache(1e6, () => (now += 10))
  const first = answer(request('a', { rules: rules('b'), texts: Array.from({ length: 100 }, () => 'abc') }))
  assert.ok(first.kind === 'found' && first.found.length >= 1 && first.found.length < 100, JSON.stringify(first))
})

test('a turn can end in the middle of a text, and the next turn continues with the next pattern', () => {
  let now = 0
  const answer = createRuleCache(1e6, () => (now += 60))
  const many = [{ keywords: ['a', 'bc', 'c', 'd', 'e'], question: 'Q?', match: 'regex' as const }]
  while (answer(request('a', { rules: many })).kind !== 'found');
  const nexts: (number | null)[] = []
  for (let from: number | null = 0; from !== null; ) {
    const turn = answer(request('a', { from }))
    assert.ok(turn.kind === 'found')
    from = turn.part?.next ?? null
    nexts.push(from)
    assert.equal(turn.found.length, from === null ? 1 : 0)
  }
  assert.deepEqual(nexts, [1, 2, 3, 4, null])
})

test('rules that are not ready yet are kept, whatever else is requested in the meantime', () => {
  let now = 0
  const answer = createRuleCache(1, () => (now += 60))
  const many = [{ keywords: ['a', 'b', 'c', 'd', 'e'], question: 'Q?', match: 'regex' as const }]
  const none: MatchRequest['rules'] = []
  while (answer(request('small', { rules: none })).kind !== 'found');
  assert.equal(answer(request('many', { rules: many })).kind, 'not-ready')
  const kinds: string[] = []
  while (kinds.at(-1) !== 'found' && kinds.length < 20) {
    assert.equal(answer(request('small', {})).kind, 'found')
    kinds.push(answer(request('many', {})).kind)
  }
  assert.equal(kinds.at(-1), 'found')
  assert.ok(!kinds.includes('rules-wanted'), kinds.join())
})
