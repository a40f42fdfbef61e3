import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SearchHit } from '@innkeeper/contract'
import { groupHits } from '../../src/search/results/group-hits.ts'
import { gapItem, textItem } from '../conversation/timeline-items.ts'
import { answerItem, textHit } from './hits.ts'

/** The day is the tens of the second. */
const group = (hits: SearchHit[]) =>
  groupHits(hits, { dayOf: (at) => at.slice(17, 18), channelOf: () => 'C1' }).map(({ isExact, days }) => ({
    isExact,
    days: days.map(({ day, hits: ofDay }) => [day, ...ofDay.map(({ hit }) => hit.item.id)]),
  }))

const neighbors = (hits: SearchHit[], channels: string[] = []) =>
  groupHits(hits, { dayOf: () => '', channelOf: (hit) => channels[hits.indexOf(hit)] ?? '' })
    .flatMap(({ days }) => days)
    .flatMap(({ hits: ofDay }) => ofDay)
    .map(({ before, after }) => [before?.id, after?.id])

describe('search results', () => {
  it('are grouped by day', () => {
    assert.deepEqual(group([textHit(25), textHit(21), textHit(14)]), [
      {
        isExact: true,
        days: [
          ['2', '25', '21'],
          ['1', '14'],
        ],
      },
    ])
    assert.deepEqual(group([]), [])
  })

  it('that differ in accents have a section of their own, which starts with the latest again', () => {
    assert.deepEqual(group([textHit(21), textHit(14), textHit(29, { exact: false }), textHit(12, { exact: false })]), [
      {
        isExact: true,
        days: [
          ['2', '21'],
          ['1', '14'],
        ],
      },
      {
        isExact: false,
        days: [
          ['2', '29'],
          ['1', '12'],
        ],
      },
    ])
  })
})

describe('the messages around a result', () => {
  it('are shown', () => {
    assert.deepEqual(neighbors([textHit(5, { before: textItem(4), after: answerItem('9', ['Hi']) })]), [['4', '9']])
  })

  it('are not shown if they are results themselves', () => {
    const hits = [
      textHit(7, { before: textItem(6), after: textItem(8) }),
      textHit(5, { before: textItem(4), after: textItem(6) }),
      textHit(4, { before: textItem(3), after: textItem(5) }),
    ]
    assert.deepEqual(neighbors(hits), [
      ['6', '8'],
      [undefined, '6'],
      ['3', undefined],
    ])
  })

  it('are told apart by their channel', () => {
    const hits = [textHit(5, { before: textItem(4) }), textHit(4, { before: textItem(3) })]
    assert.deepEqual(neighbors(hits, ['C1', 'C2']), [
      ['4', undefined],
      ['3', undefined],
    ])
  })

  it('are left out if they say nothing', () => {
    assert.deepEqual(neighbors([textHit(5, { before: gapItem(4), after: null })]), [[undefined, undefined]])
  })
})
