import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { accessAs } from '../../../src/actions/access.ts'
import { toWish } from '../../../src/actions/messages/export/export-parts.ts'
import { renderPart } from '../../../src/actions/messages/export/render-part.ts'
import { surveyParts } from '../../../src/actions/messages/export/survey-parts.ts'
import type { PartSink } from '../../../src/ports/export-sink.ts'
import type { BlobStore } from '../../../src/ports/storage/blob-store.ts'
import type { Store } from '../../../src/ports/store.ts'

/** Everything that an export has of the messages, except for their numbers of arrival. */
export async function canonical(store: Store, channelId: string): Promise<string[]> {
  const entries = await shown(store, channelId)
  return entries.map(({ entry: { time, message, details, versions, media } }) =>
    JSON.stringify({ time, message, details, versions, media }),
  )
}

/** The SHA-256 of every file of JSON lines that this subscriber exports, by path. */
export async function exportedLines(
  { store, blobs }: { store: Store; blobs: BlobStore },
  channelId: string,
  userId: string,
): Promise<[path: string, sha256: string][]> {
  const clock = Date.now
  const deps = { store, blobs, clock, retentionCeilingDays: null, pause: async () => {}, examine: 500 }
  const channel = await store.getChannel(await numberOf(store, channelId))
  const wish = toWish({ formats: ['jsonl'], media: false }, { channelId, language: 'en' })
  const renew = () => accessAs({ store, clock }, channelId, { userId, subscriber: true })
  const found: [string, string][] = []
  for (const part of await surveyParts(deps, { wish, channel, renew })) {
    const { files } = await renderPart(deps, { wish, channel, part, renew, sink: hashes, tell: () => {} })
    for (const { path, sha256 } of files) found.push([path, sha256])
  }
  return found
}

/** Keeps nothing of what is written. */
const hashes: PartSink = {
  growsSeveral: true,
  async add(path) {
    const hash = createHash('sha256')
    let sizeBytes = 0
    const sha256 = () => hash.copy().digest('hex')
    return {
      async write(chunk) {
        hash.update(chunk)
        sizeBytes += chunk.length
      },
      sha256,
      close: async () => ({ path, sizeBytes, sha256: sha256() }),
    }
  },
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
