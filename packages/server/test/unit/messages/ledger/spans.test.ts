import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joinSpans, overlaps, type TimeSpan, uncovered } from '../../../../src/domain/messages/ledger/span.ts'

const span = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }))
  .map(([from, length]): TimeSpan => ({ from, to: from + length }))
const spans = fc.array(span, { maxLength: 12 })
const has = (some: readonly TimeSpan[], moment: number) => some.some(({ from, to }) => moment >= from && moment < to)
const moments = Array.from({ length: 90 }, (_, moment) => moment)

test('joined spans cover the same moments, in order and without touching each other', () => {
  fc.assert(
    fc.property(spans, (some) => {
      const joined = joinSpans(some)
      for (const moment of moments) assert.equal(has(joined, moment), has(some, moment))
      for (const [index, { from }] of joined.entries()) assert.ok(index === 0 || from > (joined[index - 1]?.to ?? 0))
    }),
  )
})

test('what spans leave uncovered is every other moment of the whole, and nothing outside of it', () => {
  fc.assert(
    fc.property(span, spans, (within, some) => {
      const left = uncovered(within, some)
      for (const moment of moments) assert.equal(has(left, moment), has([within], moment) && !has(some, moment))
    }),
  )
})

test('spans that only touch do not overlap', () => {
  assert.equal(overlaps({ from: 0, to: 5 }, { from: 5, to: 9 }), false)
  assert.equal(overlaps({ from: 0, to: 6 }, { from: 5, to: 9 }), true)
})
