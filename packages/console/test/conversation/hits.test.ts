import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SearchHit } from '@innkeeper/contract'
import { addressOfHit } from '../../src/channel/hits.ts'
import { findSteps, needsMore } from '../../src/conversation/hits/steps.ts'
import { answerItem, textHit } from '../search/hits.ts'
import { textItem } from './timeline-items.ts'

const hits = [textHit(3), textHit(2), textHit(1)]
const idOf = (hit: SearchHit | undefined) => hit?.item.id

describe('the steps through the hits of a conversation', () => {
  const cases: [
    name: string,
    key: string | undefined,
    position: number | undefined,
    next: string | undefined,
    previous?: string,
  ][] = [
    ['from the latest lead to older ones', 'm:3', 1, '2'],
    ['from the middle lead both ways', 'm:2', 2, '1', '3'],
    ['end at the oldest', 'm:1', 3, undefined, '2'],
    ['begin with the latest if none was opened', undefined, undefined, '3'],
    ["begin with the latest if the one that was opened isn't a hit", 'm:9', undefined, '3'],
    ['do not take what the bot said for a message', 'a:2', undefined, '3'],
  ]
  for (const [name, key, position, next, previous] of cases) {
    it(name, () => {
      const steps = findSteps(hits, key)
      assert.deepEqual([steps.position, idOf(steps.next), idOf(steps.previous)], [position, next, previous])
    })
  }

  it('need more hits until the current one is found, and when the last ones are near', () => {
    const many = Array.from({ length: 30 }, (_, at) => textHit(30 - at))
    assert.equal(needsMore(many, findSteps(many, 'm:99')), true)
    assert.equal(needsMore(many, findSteps(many, 'm:30')), false)
    assert.equal(needsMore(many, findSteps(many, 'm:5')), true)
  })
})

describe('the address of a hit', () => {
  const dayOf = (at: string) => at.slice(0, 10)
  const of = (item: SearchHit['item'], around: Partial<SearchHit> = {}) =>
    addressOfHit(textHit(1, { item, ...around }), dayOf)
  it('is its message', () => assert.deepEqual(of(textItem(4)), { message: '4' }))
  it('is beside the message that the bot answered', () => {
    assert.deepEqual(of(answerItem('7', ['Hi'], '4')), { message: '4', answer: '7' })
  })
  it('is beside a neighbor if the bot answered no message', () => {
    assert.deepEqual(of(answerItem('7', ['Hi']), { before: null, after: textItem(5) }), {
      message: '5',
      answer: '7',
    })
  })
  it('is the day if there is nothing else', () => {
    assert.deepEqual(of(answerItem('7', ['Hi'])), { date: '2026-03-01', answer: '7' })
  })
})
