import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findReachedLimit,
  type ModelTokens,
  shareOut,
} from '../../../../src/domain/assistant/answering/model-shares.ts'

test('shares are percentages of the daily limit; without a daily limit there are none', () => {
  assert.deepEqual(shareOut(1_000_000, { channel: 20, person: 10 }), {
    day: 1_000_000,
    channel: 200_000,
    person: 100_000,
  })
  assert.deepEqual(shareOut(999, { channel: 50, person: 1 }), { day: 999, channel: 499, person: 9 })
  assert.deepEqual(shareOut(null, { channel: 20, person: 10 }), { day: null, channel: null, person: null })
})

test('the limit that a question would exceed is named, the widest first; a first question fits any share', () => {
  const limits = { day: 1_000, channel: 200, person: 100 }
  const table: [spent: ModelTokens, tokens: number, reached: string | undefined][] = [
    [{ day: 0, channel: 0, person: 0 }, 100, undefined],
    [{ day: 900, channel: 100, person: 0 }, 100, undefined],
    [{ day: 901, channel: 100, person: 100 }, 100, 'ai-day-limit'],
    [{ day: 500, channel: 101, person: 0 }, 100, 'ai-channel-limit'],
    [{ day: 500, channel: 100, person: 1 }, 100, 'ai-member-limit'],
    [{ day: 0, channel: 0, person: 0 }, 500, undefined],
    [{ day: 0, channel: 0, person: 0 }, 1_001, 'ai-day-limit'],
    [{ day: 500, channel: 0, person: 1 }, 300, 'ai-member-limit'],
  ]
  for (const [spent, tokens, reached] of table) {
    assert.equal(findReachedLimit(limits, spent, tokens), reached, JSON.stringify([spent, tokens]))
  }
  assert.equal(
    findReachedLimit(shareOut(null, { channel: 1, person: 1 }), { day: 9e9, channel: 9e9, person: 9e9 }, 9e9),
    undefined,
  )
})
