import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  beatEveryMs,
  condenseSpans,
  nextBeat,
  type ServiceSpan,
  whenDown,
} from '../../../../src/domain/messages/ledger/heartbeat.ts'

const minute = 60_000
const day = 24 * 60 * minute
const start = Date.parse('2026-03-10T12:00:00Z')
/** What a node notes that beats at these times. */
const beat = (...times: number[]): ServiceSpan => {
  let span: ServiceSpan | undefined
  for (const at of times) span = nextBeat(span, at)
  assert.ok(span)
  return span
}

test('beats prolong a span, and a pause of minutes begins another one', () => {
  const one = beat(start, start + beatEveryMs, start + 2 * beatEveryMs)
  assert.deepEqual(one, { beganAt: start, seenAt: start + 2 * beatEveryMs })
  const later = start + 10 * minute
  assert.deepEqual(nextBeat(one, later), { beganAt: later, seenAt: later }, 'the machine was asleep')
})

test('a clock that is set back a day does not say that the service was running on that day', () => {
  const span = beat(start, start + beatEveryMs)
  const back = start - day
  const next = nextBeat(span, back)
  assert.deepEqual(next, { beganAt: back, seenAt: back })
  assert.deepEqual(nextBeat(next, back + beatEveryMs), { beganAt: back, seenAt: back + beatEveryMs })
  // It was off by a little: the span goes on and doesn't get shorter.
  assert.deepEqual(nextBeat(span, start + 10_000), span)
})

test('the service is down while no node is running, and not while another one is', () => {
  const spans = [
    { beganAt: start, seenAt: start + 10 * minute },
    { beganAt: start + 5 * minute, seenAt: start + 20 * minute },
    { beganAt: start + 30 * minute, seenAt: start + 40 * minute },
  ]
  const now = start + 40 * minute + 10_000
  assert.deepEqual(whenDown(spans, now), [{ from: start + 20 * minute, to: start + 30 * minute }])
  assert.deepEqual(whenDown(spans.slice(0, 2), now), [{ from: start + 20 * minute, to: now }], 'until now')
  assert.deepEqual(whenDown([], now), [], 'nothing is known')
})

test('however many nodes come and go, each moment since the first is either lived or down', () => {
  const span = fc
    .tuple(fc.nat(500), fc.nat(60))
    .map(([from, length]) => ({ beganAt: from * minute, seenAt: (from + length) * minute }))
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 10 }), (spans) => {
      const last = Math.max(...spans.map(({ seenAt }) => seenAt))
      const first = Math.min(...spans.map(({ beganAt }) => beganAt))
      const down = whenDown(spans, last)
      for (let at = first; at < last; at += minute) {
        const isLived = spans.some(({ beganAt, seenAt }) => at >= beganAt && at < seenAt)
        assert.equal(
          down.some(({ from, to }) => at >= from && at < to),
          !isLived,
        )
      }
    }),
    { numRuns: 50 },
  )
})

test('spans of nodes that replaced each other become one, and the time in which no node was running stays the same', () => {
  const rolled = Array.from({ length: 50 }, (_, index) => ({
    node: `n${index}`,
    beganAt: start + index * day,
    seenAt: start + (index + 1) * day + minute,
  }))
  const { deleted, prolonged } = condenseSpans(rolled, start + 100 * day)
  assert.deepEqual([deleted.length, prolonged.length], [49, 1])

  const spans = fc.array(
    fc
      .record({ node: fc.constantFrom('a', 'b'), beganAt: fc.nat(100), lasted: fc.nat(30) })
      .map(({ node, beganAt, lasted }) => ({ node, beganAt: beganAt * minute, seenAt: (beganAt + lasted) * minute })),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(spans, fc.nat(130), (all, before) => {
      // A node begins a span only once at a time.
      const rows = [...new Map(all.map((span) => [`${span.node} ${span.beganAt}`, span])).values()]
      const { deleted: gone, prolonged: longer } = condenseSpans(rows, before * minute)
      const left = rows
        .filter((span) => !gone.includes(span))
        .map((span) => longer.find(({ node, beganAt }) => node === span.node && beganAt === span.beganAt) ?? span)
      assert.deepEqual(whenDown(left, 200 * minute), whenDown(rows, 200 * minute))
    }),
  )
})
