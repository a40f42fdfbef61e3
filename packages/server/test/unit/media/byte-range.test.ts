import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decideRange, isNotModified } from '../../../src/domain/media/byte-range.ts'

const etag = '"abc"'
const whole = { kind: 'whole' }
const unsatisfiable = { kind: 'unsatisfiable' }
const part = (start: number, end: number) => ({ kind: 'part', range: { start, end } })

const ranges: [range: string | undefined, sizeBytes: number, decision: object][] = [
  [undefined, 10, whole],
  ['bytes=0-0', 10, part(0, 0)],
  ['bytes=9-9', 10, part(9, 9)],
  ['bytes=0-', 10, part(0, 9)],
  ['bytes=3-', 10, part(3, 9)],
  ['bytes=2-5', 10, part(2, 5)],
  ['bytes=5-99', 10, part(5, 9)],
  ['bytes=0-99999999999999999999999', 10, part(0, 9)],
  ['Bytes=2-5', 10, part(2, 5)],
  ['bytes=-1', 10, part(9, 9)],
  ['bytes=-4', 10, part(6, 9)],
  ['bytes=-10', 10, part(0, 9)],
  ['bytes=-11', 10, part(0, 9)],
  ['bytes=10-', 10, unsatisfiable],
  ['bytes=10-20', 10, unsatisfiable],
  ['bytes=99999999999999999999999-', 10, unsatisfiable],
  ['bytes=-0', 10, unsatisfiable],
  ['bytes=0-', 0, unsatisfiable],
  ['bytes=-5', 0, whole],
  // Several ranges, another unit and invalid ranges: the header is ignored.
  ['bytes=0-1,4-5', 10, whole],
  ['bytes=0-1, -1', 10, whole],
  ['items=0-1', 10, whole],
  ['bytes=5-2', 10, whole],
  ['bytes=-', 10, whole],
  ['bytes=', 10, whole],
  ['bytes=a-b', 10, whole],
  ['bytes=1.5-2', 10, whole],
  ['bytes=--1', 10, whole],
  ['bytes=+1-2', 10, whole],
  ['bytes 0-1', 10, whole],
  ['', 10, whole],
]

test('a range is read as RFC 9110 specifies', () => {
  for (const [range, sizeBytes, decision] of ranges) {
    assert.deepEqual(decideRange({ range }, etag, sizeBytes), decision, `${range} of ${sizeBytes}`)
  }
})

test('a part is always inside the file', () => {
  const position = fc.oneof(fc.constant(''), fc.nat(30).map(String))
  fc.assert(
    fc.property(position, position, fc.nat(20), (first, last, sizeBytes) => {
      const decision = decideRange({ range: `bytes=${first}-${last}` }, etag, sizeBytes)
      if (decision.kind !== 'part') return
      const { start, end } = decision.range
      assert.ok(0 <= start && start <= end && end < sizeBytes)
    }),
  )
})

test('a part is sent only while the file is still the one the client started with', () => {
  const range = 'bytes=2-5'
  assert.deepEqual(decideRange({ range, ifRange: etag }, etag, 10), part(2, 5))
  for (const ifRange of ['"other"', 'W/"abc"', 'Tue, 10 Mar 2026 12:00:00 GMT', 'abc', '']) {
    assert.deepEqual(decideRange({ range, ifRange }, etag, 10), whole, ifRange)
  }
})

test('a client that already has the file gets "not modified"', () => {
  for (const ifNoneMatch of ['"abc"', 'W/"abc"', '"x", "abc"', '"x" , W/"abc"', '*', ' * ']) {
    assert.ok(isNotModified({ ifNoneMatch }, etag), ifNoneMatch)
  }
  for (const ifNoneMatch of [undefined, '', '"x"', 'abc', '"ABC"', '"x", "y"', '"abc']) {
    assert.ok(!isNotModified({ ifNoneMatch }, etag), String(ifNoneMatch))
  }
})
