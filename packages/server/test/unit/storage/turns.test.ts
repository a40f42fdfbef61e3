import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Bustle, untilTurn } from '../../../src/adapters/postgres/ingest/turns.ts'

describe('the turns of nodes that write to one database', () => {
  const beginsAt = (now: number, index: number, count: number, { aheadMs = 0, bustle = 'busy' as Bustle } = {}) => {
    const waitMs = untilTurn(now + aheadMs, { index, of: count, aheadMs }, bustle)
    assert.ok(waitMs !== undefined && waitMs > 0)
    return now + waitMs
  }

  it('are spread evenly over a round, whenever a node asks', () => {
    const lengths = { busy: 20, calm: 15 }
    for (const [bustle, count] of (['busy', 'calm'] as const).flatMap((one) =>
      [2, 3, 4, 8, 20].map((n) => [one, n] as const),
    )) {
      const roundMs = Math.min(count * lengths[bustle], 100)
      for (const now of [0, 7, 1_700_000_000_013]) {
        const begins = Array.from(
          { length: count },
          (_, index) => beginsAt(now, index, count, { bustle }) - now,
        ).toSorted((a, b) => a - b)
        assert.ok((begins.at(-1) ?? 0) <= roundMs)
        for (const [index, one] of begins.entries()) {
          const next = begins[index + 1] ?? (begins[0] ?? 0) + roundMs
          assert.ok(Math.abs(next - one - roundMs / count) < 0.001, `${count} nodes: ${begins.join(', ')}`)
        }
      }
    }
  })

  it('are the same moments for a machine whose clock is wrong', () => {
    for (const aheadMs of [-120_000, -13, 4, 120_000])
      assert.equal(beginsAt(1_700_000_000_013, 1, 2, { aheadMs }), beginsAt(1_700_000_000_013, 1, 2))
  })

  it('do not exist for a node that is alone', () => {
    assert.equal(untilTurn(12, { index: 0, of: 1, aheadMs: 0 }, 'calm'), undefined)
  })
})
