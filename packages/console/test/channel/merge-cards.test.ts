import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview, Role } from '@innkeeper/contract'
import { mergeCards } from '../../src/channel/merge-cards.ts'

const overview = (...cards: [channelId: string, role: Role, lastMessageAt: string | null][]) =>
  ({ channels: cards.map(([channelId, role, lastMessageAt]) => ({ channelId, role, lastMessageAt })) }) as Overview
const shown = (merged: ReturnType<typeof mergeCards>) =>
  merged.channels.map(({ channelId, account }) => [channelId, account])

test('one account has its channels in the order of the service', () => {
  const own = overview(['C1', 'member', null], ['C2', 'owner', '2026-01-01T00:00:00Z'])
  assert.equal(mergeCards([{ account: undefined, answer: own }], []), own)
})

test('the channels of all accounts are listed together, latest message first', () => {
  const merged = mergeCards(
    [
      { account: 'b', answer: overview(['B1', 'member', '2026-01-02T00:00:00Z'], ['B2', 'member', null]) },
      { account: 'a', answer: overview(['A1', 'owner', '2026-01-03T00:00:00Z']) },
    ],
    ['a', 'b'],
  )
  assert.deepEqual(shown(merged), [
    ['A1', 'a'],
    ['B1', 'b'],
    ['B2', 'b'],
  ])
})

test('a channel of two accounts is shown once, to the higher role, and to the first of equal ones', () => {
  const merge = (one: Role, other: Role) =>
    shown(
      mergeCards(
        [
          { account: 'b', answer: overview(['C', other, null]) },
          { account: 'a', answer: overview(['C', one, null]) },
        ],
        ['a', 'b'],
      ),
    )
  assert.deepEqual(merge('guest', 'admin'), [['C', 'b']])
  assert.deepEqual(merge('owner', 'admin'), [['C', 'a']])
  assert.deepEqual(merge('member', 'member'), [['C', 'a']])
})
