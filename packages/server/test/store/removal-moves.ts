import type { IncomingEvent } from '../../src/ports/connector.ts'
import type { ErasureProgress } from '../../src/ports/storage/erasing.ts'
import { message } from '../support/content/events.ts'
import { noon, operator, type World } from './store-world.ts'

export const dayMs = 86_400_000
export const blob = (letter: string) => letter.repeat(64)

/** Helpers for tests about deletion, on one store. A person who is erased in one test must not appear in another. */
export function movesOn(world: World) {
  const newChannel = (...members: string[]) => world.channel({ owner: 'U-owner', members, subscribers: ['U-owner'] })
  const photo = (channel: string, id: string, at = noon, from = 'U1'): IncomingEvent => ({
    ...message(channel, at, { id, from, content: { type: 'image' } }),
    hasFile: true,
  })
  const text = (channel: string, id: string, from: string, at = noon) =>
    message(channel, at, { id, from, content: { type: 'text', text: `Words of ${id}` } })
  const store = (channelId: string, messageId: string, sha256: string) =>
    world.store.write<'store-media'>({ kind: 'store-media', at: noon, channelId, messageId, sha256, sizeBytes: 10 })
  const preview = (channelId: string, messageId: string, sha256: string) =>
    world.store.write<'store-preview'>({ kind: 'store-preview', at: 0, channelId, messageId, sha256 })
  /** The files released since the last call. */
  const released = async () => {
    const all = await world.store.listReleasedFiles(1000)
    const releaseIds = all.map(({ releaseId }) => releaseId)
    await world.store.write<'forget-files'>({ kind: 'forget-files', releaseIds })
    return all.map(({ sha256 }) => sha256).sort()
  }
  const idsIn = async (channel: string) => (await world.messages(channel)).map(({ id }) => id)
  const finishAll = async (limit = 100) => {
    const finished: (ErasureProgress & { kind: 'finished' })[] = []
    for (;;) {
      const step = await world.store.write<'continue-erasure'>({ kind: 'continue-erasure', at: noon, limit })
      if (step.kind === 'idle' || step.kind === 'waiting') return { finished, end: step.kind }
      if (step.kind === 'finished') finished.push(step)
    }
  }
  const erase = (userId: string, channelId: string | null = null, at = noon + dayMs) =>
    world.store.write<'erase-person'>({ kind: 'erase-person', by: operator, at, userId, channelId })
  const claim = (kinds: ('fetch-media' | 'make-preview' | 'leave-channel')[]) =>
    world.store.write<'claim-jobs'>({ kind: 'claim-jobs', at: noon + dayMs, lease: 'l', leaseMs: 1, limit: 100, kinds })
  return { newChannel, photo, text, store, preview, released, idsIn, finishAll, erase, claim }
}
