import assert from 'node:assert/strict'
import type { Store } from '../../../src/ports/store.ts'

/** Everything that an export has of the messages, except for their numbers of arrival. */
export async function canonical(store: Store, channelId: string): Promise<string[]> {
  const entries = await shown(store, channelId)
  return entries.map(({ entry: { time, message, details, versions, media } }) =>
    JSON.stringify({ time, message, details, versions, media }),
  )
}

/** Says only where they begin to differ, because there are thousands. */
export function assertSame(one: readonly string[], other: readonly string[]): void {
  const differs = one.findIndex((text, index) => text !== other[index])
  assert.equal(one[differs], other[differs])
  assert.equal(one.length, other.length)
}

/** What a reader sees, in order, without numbers of arrival. */
export async function shown(store: Store, channelId: string) {
  const channelNo = await numberOf(store, channelId)
  const look = { from: 0, to: Number.MAX_SAFE_INTEGER, after: undefined, examine: 10_000, sender: null, type: null }
  const { entries } = await store.readForExport(channelNo, { ...look, isWhole: true })
  return entries.flatMap((entry) =>
    entry.kind === 'message'
      ? { text: entry.message.type === 'text' ? entry.message.content : entry.message.type, entry }
      : [],
  )
}

export async function numberOf(store: Store, channelId: string): Promise<number> {
  const channelNo = await store.findChannelNo(channelId)
  assert.ok(channelNo !== undefined)
  return channelNo
}
