import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeArrivals } from '../../src/setup/group/judge-arrivals.ts'

const group = (second: number, hasOwner = false, type: 'group' | 'user' = 'group') => ({
  platform: 'line',
  type,
  arrivedAt: `2026-03-10T10:00:${String(second).padStart(2, '0')}Z`,
  hasOwner,
})

type Arrivals = ReturnType<typeof group>[]

const cases: [name: string, first: Arrivals, latest: Arrivals, state: string][] = [
  ['nothing has happened', [], [], 'waiting'],
  ['a private chat isn’t a group', [], [group(1, false, 'user')], 'waiting'],
  ['the first group', [], [group(1)], 'joined'],
  ['a group whose owner the platform knows', [], [group(1, true)], 'owned'],
  ['a group of before, which belongs to someone', [group(1, true)], [group(1, true)], 'waiting'],
  ['a group of before that no one has claimed', [group(1)], [group(1)], 'ownerless'],
  ['a group of before that someone claims', [group(1)], [group(1, true)], 'claimed'],
  ['one of two groups of before is claimed', [group(2), group(1)], [group(2, true), group(1)], 'claimed'],
  ['the bot left a group of before', [group(2), group(1)], [group(1)], 'ownerless'],
  ['a second group', [group(1, true)], [group(2), group(1, true)], 'joined'],
  ['a second group with an owner', [group(1, true)], [group(2, true), group(1, true)], 'owned'],
  ['a second group in the same second', [group(1, true)], [group(1), group(1, true)], 'joined'],
  ['one with and one without an owner', [], [group(2, true), group(1)], 'joined'],
  ['a new group was claimed in the meantime', [group(1, true)], [group(2, true), group(1, true)], 'owned'],
  ['an older group that is listed since the bot left another', [group(5, true)], [group(3, true)], 'waiting'],
]

test('what has joined since the page was opened, whatever the clock of the device says', () => {
  for (const [name, first, latest, state] of cases) assert.equal(judgeArrivals(first, latest), state, name)
})
