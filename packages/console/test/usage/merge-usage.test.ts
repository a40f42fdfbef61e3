import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Usage } from '@innkeeper/contract'
import { mergeUsage } from '../../src/usage/merge-usage.ts'

const counters = (messages: number) => ({
  messages,
  mediaFiles: 1,
  mediaBytes: 10,
  autoReplies: 0,
  welcomes: 0,
  apiRequests: 2,
})
const usage = (channelId: string, messages: number, model: Usage['model']): Usage => ({
  from: '2026-01-01',
  to: '2026-01-01',
  totals: counters(messages),
  daily: [{ date: '2026-01-01', ...counters(messages) }],
  channels: [{ channelId, name: channelId, totals: counters(messages) }],
  model,
})

test('the usage of several accounts adds up, and the busiest channel comes first', () => {
  const merged = mergeUsage([
    usage('C1', 3, { tokensToday: 5, limitToday: 100 }),
    usage('C2', 4, { tokensToday: 6, limitToday: 100 }),
  ])
  assert.deepEqual(
    [merged.totals.messages, merged.totals.apiRequests, merged.daily[0]?.messages, merged.model],
    [7, 4, 7, { tokensToday: 11, limitToday: 200 }],
  )
  assert.deepEqual(
    merged.channels.map(({ channelId }) => channelId),
    ['C2', 'C1'],
  )
})

test('without a limit for one account, there is none for all', () => {
  const limits = [
    usage('C1', 1, { tokensToday: 1, limitToday: 5 }),
    usage('C2', 1, { tokensToday: 1, limitToday: null }),
  ]
  assert.equal(mergeUsage(limits).model?.limitToday, null)
  assert.equal(mergeUsage([usage('C1', 1, null), usage('C2', 1, null)]).model, null)
})
