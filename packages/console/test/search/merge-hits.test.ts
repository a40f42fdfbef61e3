import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelHit, ChannelsSearchPage } from '@innkeeper/contract'
import { type HitSource, hasMore, readOn, takeHits } from '../../src/search/merge-hits.ts'

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

test('empty pages are read for a while, and then from where it stopped', async () => {
  const asked: (string | undefined)[] = []
  const pageAt = (hits: ChannelHit[], nextCursor: string | null): ChannelsSearchPage => ({
    hits,
    channels: [],
    isComplete: true,
    searched: 1,
    nextCursor,
  })
  const lists = { '': '1', 1: '2', 2: '3', 3: '4' } as const
  const readPage = async (cursor: string | undefined) => {
    asked.push(cursor)
    if (cursor === '4') return pageAt([hit('a', '2026-02')], null)
    return pageAt([], lists[(cursor ?? '') as keyof typeof lists])
  }
  const first = await readOn({ account: 'a', waiting: [], cursor: undefined }, readPage)
  assert.deepEqual(asked, [undefined, '1', '2'])
  const shown = takeHits([first.source, source(null, hit('b', '2026-05'))], 10)
  assert.deepEqual([ids(shown.hits), hasMore(shown.rest)], [[], true])

  const second = await readOn(first.source, readPage)
  assert.deepEqual(asked.slice(3), ['3', '4'])
  assert.deepEqual([ids(second.source.waiting), second.source.cursor], [['a'], null])
  await readOn(second.source, readPage)
  assert.equal(asked.length, 5, 'nothing is read while hits are waiting')
})
