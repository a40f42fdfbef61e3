import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeSnapshot } from '../../src/actions/storage/snapshot/make-snapshot.ts'
import { type Restored, restoreSnapshot } from '../../src/actions/storage/snapshot/restore-snapshot.ts'
import { verifySnapshot } from '../../src/actions/storage/snapshot/verify-snapshot.ts'
import { openBlobStore } from '../../src/adapters/fs/blob-store.ts'
import { openErasureLedger } from '../../src/adapters/fs/erasure-ledger.ts'
import { noteSnapshot } from '../../src/adapters/fs/snapshots/known-snapshots.ts'
import { openCommandStore } from '../../src/adapters/sqlite/open-store.ts'
import { purgeDeleted } from '../../src/app/storage/purge-deleted.ts'
import { snapshots } from '../../src/app/storage/snapshots.ts'
import { readConfig } from '../../src/config/config.ts'
import { mediaPath } from '../../src/domain/storage/data-folder.ts'
import type { Manifest } from '../../src/domain/storage/snapshot-manifest.ts'
import type { BlobStore } from '../../src/ports/storage/blob-store.ts'
import type { SnapshotSource } from '../../src/ports/storage/snapshot.ts'
import type { Store } from '../../src/ports/store.ts'
import { seedChannel } from '../store/seed-channel.ts'
import { message } from './content/events.ts'
import { newFolder, withData } from './process/process.ts'

export const noon = Date.parse('2026-03-10T12:00:00Z')

/** Unique texts and bytes of two people, to search for later. */
export const canaries = {
  kept: { userId: `U${'1'.repeat(32)}`, text: 'canary-kept-lantern', photo: photoOf('canary-photo-of-the-kept') },
  gone: { userId: `U${'2'.repeat(32)}`, text: 'canary-gone-umbrella', photo: photoOf('canary-photo-of-the-gone') },
}

function photoOf(words: string): Buffer {
  return Buffer.from(`${words} `.repeat(200))
}

/** A group of two people, each with a text, a photo with a preview, and a profile picture. Optionally a larger file. */
export async function fillData(dataDir = newFolder(), largeFile?: Buffer): Promise<string> {
  await withData(dataDir, async ({ store, blobs }) => {
    const { kept, gone } = canaries
    const people = { owner: kept.userId, members: [gone.userId], subscribers: [kept.userId] }
    await seedChannel(store, 'C1', people, noon)
    for (const [name, { userId, text, photo }] of Object.entries(canaries)) {
      const events = [
        message('C1', noon, { id: `text-${name}`, from: userId, content: { type: 'text', text } }),
        message('C1', noon, { id: `photo-${name}`, from: userId, content: { type: 'image' } }),
      ]
      await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
      await storeMedia({ store, blobs }, `photo-${name}`, photo)
      const preview = await put(blobs, Buffer.from(`preview of ${text}`))
      const where = { channelId: 'C1', messageId: `photo-${name}` }
      await store.write<'store-preview'>({ kind: 'store-preview', at: 0, ...where, sha256: preview.sha256 })
      const { sha256 } = await put(blobs, Buffer.from(`picture of ${text}`))
      const picture = { id: `https://pictures.invalid/${name}`, sha256, contentType: 'image/png' }
      const member = { at: noon, channelId: 'C1', userId, name: `Name of ${text}`, picture }
      await store.write<'record-member'>({ kind: 'record-member', ...member })
    }
    if (!largeFile) return
    const large = message('C1', noon, { id: 'large', from: kept.userId, content: { type: 'image' } })
    await store.write<'receive-events'>({
      kind: 'receive-events',
      platform: 'test',
      unread: [],
      at: noon,
      events: [large],
    })
    await storeMedia({ store, blobs }, 'large', largeFile)
  })
  return dataDir
}

async function storeMedia(
  { store, blobs }: { store: Store; blobs: BlobStore },
  messageId: string,
  bytes: Buffer,
): Promise<void> {
  const file = await put(blobs, bytes)
  await store.write<'store-media'>({ kind: 'store-media', at: noon, channelId: 'C1', messageId, ...file })
}

function put(blobs: BlobStore, bytes: Buffer): Promise<{ sha256: string; sizeBytes: number }> {
  return blobs.put(
    (async function* () {
      yield bytes
    })(),
  )
}

type Moments = {
  /** After the database is copied, before any file is. */
  afterSnapshot?: () => Promise<void>
}

type Settings = { env?: Record<string, string> }

/** Like `innkeeper snapshot`, with hooks to do something while it runs. */
export async function takeSnapshot(
  dataDir: string,
  target: string,
  { afterSnapshot, env }: Moments & Settings = {},
): Promise<Manifest> {
  const config = readConfig({ INNKEEPER_DATA: dataDir, ...env })
  const source = await snapshots.openSource(config)
  const watched: SnapshotSource = {
    ...source,
    async takeSnapshot(path, tell) {
      const snapshot = await source.takeSnapshot(path, tell)
      await afterSnapshot?.()
      return snapshot
    },
  }
  try {
    return await makeSnapshot({
      source: watched,
      blobs: openBlobStore(mediaPath(dataDir)),
      draft: await snapshots.openDraft(target, config),
      ledger: openErasureLedger(dataDir),
      noteSnapshot: (backup) => noteSnapshot(dataDir, backup),
      version: '0.0.0',
      tell: () => {},
    })
  } finally {
    await source.close()
  }
}

/** Like `innkeeper restore`. */
export async function restore(path: string, dataDir: string, erasures?: string): Promise<Restored> {
  const at = (folder: string) => readConfig({ INNKEEPER_DATA: folder })
  const backup = await snapshots.open(path)
  try {
    return await restoreSnapshot(
      {
        examiner: snapshots.examiner,
        backup,
        openDraft: () => snapshots.openRestoreDraft(at(dataDir)),
        openStore: (folder) => openCommandStore({ dataDir: folder, defaults: { timezone: 'UTC', claim: 'first' } }),
        openLedger: openErasureLedger,
        purgeDeleted: (folder) => purgeDeleted(at(folder)),
        noteSnapshot: async () => {},
        tell: () => {},
      },
      async function* () {
        yield* backup.readLedger() ?? []
        if (erasures !== undefined) yield* snapshots.readLedgerAt(erasures)
      },
    )
  } finally {
    await backup.close()
  }
}

/** Undefined if the snapshot is sound, otherwise the first difference. */
export async function findFault(path: string): Promise<string | undefined> {
  try {
    const backup = await snapshots.open(path)
    try {
      await verifySnapshot(snapshots.examiner, backup, () => {})
      return undefined
    } finally {
      await backup.close()
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'Refusal') throw error
    return error.message
  }
}

export function mediaOf(dataDir: string): string[] {
  const root = join(dataDir, 'media')
  return filesBelow(root)
    .map((name) => `${name} ${sha256Of(readFileSync(join(root, name)))}`)
    .sort()
}

export function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(root, name)).isFile())
}

/** Files that contain any of these words, in UTF-8 or UTF-16. */
export function grep(root: string, words: string[]): string[] {
  return filesBelow(root).filter((name) => {
    const bytes = readFileSync(join(root, name))
    return words.some((word) => bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le')))
  })
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
