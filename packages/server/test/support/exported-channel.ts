import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { receiveEvents } from '../../src/actions/messages/receive-events.ts'
import { issueKey } from '../../src/actions/storage/operator.ts'
import type { IncomingEvent } from '../../src/ports/connector.ts'
import type { Store } from '../../src/ports/store.ts'
import { message, peopleEvents } from './content/events.ts'
import { innkeeper, withData } from './process/process.ts'

export const exportedAt = Date.parse('2026-03-10T12:00:00Z')
const dayMs = 86_400_000

/** A data folder with a channel whose owner has a backup of four months, with some files, two of which are equal. */
export async function fillExported(dataDir: string, channelId: string, messages = 400): Promise<void> {
  const begin = exportedAt - 100 * dayMs
  await receiveInto(dataDir, peopleEvents(channelId, { owner: 'U-owner', members: ['U-ken'] }, begin))
  await subscribeOwner(dataDir, channelId, begin)
  await withData(dataDir, async ({ store, blobs }) => {
    const stepMs = Math.floor((100 * dayMs) / messages)
    const events = Array.from({ length: messages }, (_, index) => {
      const at = begin + 1000 + index * stepMs
      const isFile = index % 40 === 0
      const content = isFile
        ? ({ type: 'file', fileName: `notes ${index}.txt` } as const)
        : ({ type: 'text', text: `Message ${index}, こんにちは` } as const)
      return message(channelId, at, { id: `x-${index}`, from: index % 3 ? 'U-owner' : 'U-ken', name: 'Mika', content })
    })
    await receiveEvents({ store, clock: () => exportedAt }, { platform: 'test', events, unread: [] })
    for (let index = 0; index < messages; index += 40) {
      const bytes = Buffer.from(`notes ${index === 40 ? 0 : index}`.repeat(1000))
      const { sha256, sizeBytes } = await blobs.put([bytes])
      const messageId = `x-${index}`
      await store.write<'store-media'>({ kind: 'store-media', at: exportedAt, channelId, messageId, sha256, sizeBytes })
    }
  })
}

/** Makes U-owner, who is in the channel, its owner with a backup. */
export async function subscribeOwner(dataDir: string, channelId: string, at = exportedAt): Promise<void> {
  await withData(dataDir, async ({ store }) => {
    const by = { kind: 'operator' } as const
    await store.write<'hand-over-owner'>({ kind: 'hand-over-owner', by, at, channelId, userId: 'U-owner' })
    const caller = await callerOf(store, 'U-owner', at)
    await store.write<'subscribe'>({ kind: 'subscribe', by: caller, at, channelId })
  })
}

/** Someone who calls the service with a new key. */
export async function callerOf(store: Store, userId: string, at = exportedAt) {
  const key = await issueKey({ store, clock: () => at }, { userId, name: '', scope: 'full', expiresAt: null })
  const need = { permission: 'member', subscriber: false, writes: true } as const
  return { kind: 'caller', keyId: key.id, userId, need } as const
}

export async function receiveInto(dataDir: string, events: IncomingEvent[]): Promise<void> {
  await withData(dataDir, ({ store }) =>
    receiveEvents({ store, clock: () => exportedAt }, { platform: 'test', events, unread: [] }),
  )
}

/** Every file below a folder, by its path. */
export function readTree(folder: string): Record<string, string> {
  const files: Record<string, string> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files[path.slice(folder.length + 1)] = readFileSync(path, 'latin1')
  }
  return files
}

/** Files that have their names, although the export isn't finished. */
export function namedFiles(folder: string): Record<string, string> {
  const files = Object.entries(readTree(folder))
  return Object.fromEntries(files.filter(([path]) => !path.endsWith('.partial') && path !== 'manifest.partial.jsonl'))
}

export async function assertIntact(folder: string): Promise<void> {
  const { code, stdout, stderr } = await innkeeper(['verify', folder])
  assert.deepEqual([code, stderr], [0, ''], stdout)
  assert.match(stdout, /is intact: an export of/)
}
