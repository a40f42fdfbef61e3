import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelHit } from '@innkeeper/contract'
import { type HitSource, hasMore, takeHits } from '../../src/search/merge-hits.ts'

const hit = (id: string, timestamp: string, exact = true) =>
  ({ exact, channelId: 'C', item: { kind: 'message', id, timestamp } }) as unknown as ChannelHit
const source = (cursor: string | null, ...waiting: ChannelHit[]): HitSource => ({ account: 'a', waiting, cursor })
const ids = (hits: readonly ChannelHit[]) => hits.map(({ item }) => item.id)

test('exact hits come first, then the latest', () => {
  const { hits, rest } = takeHits(
    [
      source(null, hit('a', '2026-02'), hit('d', '2026-09', false)),
      source(null, hit('b', '2026-03'), hit('c', '2026-01')),
    ],
    10,
  )
  assert.deepEqual([ids(hits), hasMore(rest)], [['b', 'a', 'c', 'd'], false])
})

test('nothing is shown that an unread page may come before', () => {
  const first = takeHits([source('next', hit('a', '2026-09')), source(null, hit('b', '2026-05'))], 10)
  assert.deepEqual([ids(first.hits), hasMore(first.rest)], [['a'], true])
  const [read, other] = first.rest
  assert.ok(read && other)
  const second = takeHits([{ ...read, waiting: [hit('c', '2026-07')], cursor: null }, other], 10)
  assert.deepEqual([ids(second.hits), hasMore(second.rest)], [['c', 'b'], false])
})
