import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelGrant } from '../../../src/actions/access.ts'
import { countHours } from '../../../src/actions/usage/hours.ts'
import type { MessagePosition } from '../../../src/ports/reading.ts'

const dayMs = 86_400_000
const to = '2026-03-10'
const end = Date.parse('2026-03-11T00:00:00Z')
const grant = {
  joinedAt: 0,
  channel: { channelNo: 1, timezone: 'UTC', history: 'all', historyFrom: null, retentionDays: null },
} as unknown as ChannelGrant

/** A store with a channel that has this many evenly spaced messages per day. */
function lively(messagesADay: number) {
  const apartMs = dayMs / messagesADay
  return {
    async listPositions(
      _channelNo: number,
      query: { from: number; before: MessagePosition; limit: number },
    ): Promise<MessagePosition[]> {
      const positions: MessagePosition[] = []
      let nth = Math.floor((end - query.before.time) / apartMs) + 1
      for (; positions.length < query.limit; nth++) {
        const time = end - nth * apartMs
        if (time < query.from) break
        positions.push({ time, seq: -nth })
      }
      return positions
    },
  }
}

const count = (messagesADay: number) => {
  const deps = { store: lively(messagesADay), clock: () => end, retentionCeilingDays: null }
  return countHours(deps, grant, { from: '2026-01-01', to })
}

test('hours go back 31 days, or only a few whole days in a very busy channel', async () => {
  const cases: [messagesADay: number, hoursFrom: string, days: number][] = [
    [24, '2026-02-08', 31],
    [24 * 1500, '2026-03-08', 3],
    [24 * 5000, '2026-03-10', 1],
  ]
  for (const [messagesADay, hoursFrom, days] of cases) {
    const counted = await count(messagesADay)
    assert.equal(counted.hoursFrom, hoursFrom, `${messagesADay} a day`)
    const anHour = (messagesADay / 24) * days
    assert.deepEqual(
      counted.hours,
      Array.from({ length: 24 }, () => anHour),
      `${messagesADay} a day`,
    )
    const byWeek = counted.weekHours.flat().reduce((sum, one) => sum + one, 0)
    assert.equal(byWeek, anHour * 24)
  }
})
