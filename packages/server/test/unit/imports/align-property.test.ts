import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FileLine, LiveMessage } from '../../../src/domain/imports/alignment/history-side.ts'
import { alignHistory } from '../../support/imports/saved-history.ts'

const minuteMs = 60_000
const start = Date.UTC(2026, 5, 1)

// So few minutes, people and texts that nearly everything could be nearly anything.
const said = fc.record({
  ms: fc.nat({ max: 25 * minuteMs }),
  person: fc.constantFrom('U1', 'U2'),
  text: fc.constantFrom('ok', 'no', '(a) yes', '(b) yes'),
  edited: fc.constantFrom(undefined, undefined, 'ok', 'later'),
})

const sides = fc.record({
  file: fc.array(said, { maxLength: 30 }),
  live: fc.array(said, { maxLength: 30 }),
  gaps: fc.array(fc.nat({ max: 25 * minuteMs }), { maxLength: 4 }),
  windowMinutes: fc.integer({ min: 1, max: 12 }),
})

type Said = typeof said extends fc.Arbitrary<infer Value> ? Value : never

const inOrder = (messages: readonly Said[]) => messages.toSorted((one, other) => one.ms - other.ms)

const toLine = ({ ms, person, text }: Said, index: number): FileLine => ({
  index,
  at: start + ms - (ms % minuteMs),
  precisionMs: minuteMs,
  person,
  kind: 'text',
  text,
})

const toLive = ({ ms, person, text, edited }: Said, number: number): LiveMessage => ({
  id: `m${number}`,
  at: start + ms,
  seq: number,
  person,
  kind: 'text',
  wordings: edited === undefined ? [text] : [edited, text],
})

const couldBe = (line: FileLine, { at, person, wordings }: LiveMessage) =>
  line.person === person &&
  wordings.includes(line.text) &&
  Math.abs(Math.floor(at / minuteMs) - Math.floor(line.at / minuteMs)) <= 1

test('whatever both sides contain, each line is decided once, and nothing is new that could be a free live message', () => {
  fc.assert(
    fc.property(sides, ({ file, live: heard, gaps: gapTimes, windowMinutes }) => {
      const entries = inOrder(file).map(toLine)
      const live = inOrder(heard).map(toLive)
      const gaps = gapTimes.toSorted((one, other) => one - other).map((ms) => ({ at: start + ms }))
      const { decisions } = alignHistory({ entries }, { live, gaps, sends: [] }, { windowMs: windowMinutes * minuteMs })
      const atOnce = alignHistory({ entries }, { live, gaps, sends: [] })
      assert.deepEqual(decisions, atOnce.decisions)
      assert.deepEqual(
        decisions.map(({ index }) => index),
        entries.map(({ index }) => index),
      )

      const matched = decisions.flatMap((decision) => (decision.kind === 'matched' ? decision.messageId : []))
      assert.equal(new Set(matched).size, matched.length)
      const free = live.filter(({ id }) => !matched.includes(id))
      let latest = Number.NEGATIVE_INFINITY
      for (const decision of decisions) {
        if (decision.kind !== 'new') continue
        const line = entries[decision.index]
        assert.ok(line && !free.some((message) => couldBe(line, message)))
        assert.equal(decision.time - (decision.time % minuteMs), line.at)
        assert.ok(decision.time >= latest)
        latest = decision.time
      }
    }),
    { numRuns: 2_000 },
  )
})
