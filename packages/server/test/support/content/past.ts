import { setTimeout as pause } from 'node:timers/promises'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import type { StoreCounts } from '../../../src/ports/records.ts'
import { seedChannel } from '../../store/seed-channel.ts'
import { withData } from '../process/process.ts'
import { message } from './events.ts'

const dayMs = 86_400_000

/** Fills a data folder with messages and photos from three months ago, and messages and one photo from today. */
export async function fillWithPast(
  dataDir: string,
  { old, oldPhotos, young }: { old: number; oldPhotos: number; young: number },
) {
  const channelId = 'C-old-times'
  const now = Date.now()
  const longAgo = now - 90 * dayMs
  const photo = (id: string, at: number): IncomingEvent => message(channelId, at, { id, content: { type: 'image' } })
  const events = [
    ...Array.from({ length: old }, (_, index) => message(channelId, longAgo + index * 1000)),
    ...Array.from({ length: oldPhotos }, (_, index) => photo(`old-${index}`, longAgo + index * 1000)),
    ...Array.from({ length: young }, (_, index) => message(channelId, now - 3_600_000 + index)),
    photo('young', now - 1000),
  ]
  await withData(dataDir, async ({ store, blobs }) => {
    await seedChannel(store, channelId, { owner: 'U-owner', subscribers: ['U-owner'] }, longAgo - 1)
    await store.write<'record-channel'>({ kind: 'record-channel', at: now, channelId, name: 'Old times' })
    for (let start = 0; start < events.length; start += 500) {
      const part = events.slice(start, start + 500)
      await store.write<'receive-events'>({
        kind: 'receive-events',
        platform: 'test',
        at: now,
        events: part,
        unread: [],
      })
    }
    for (const event of events) {
      if (event.kind !== 'message' || event.content.type !== 'image') continue
      const { messageId } = event
      const file = await blobs.put(once(Buffer.from(`bytes of ${messageId}`.repeat(50))))
      await store.write<'store-media'>({ kind: 'store-media', at: now, channelId, messageId, ...file })
      await store.write<'skip-preview'>({ kind: 'skip-preview', channelId, messageId })
    }
  })
  const current = () => withData(dataDir, ({ store }) => store.countRows())
  return {
    channelId,
    look: {
      now: current,
      /** Polls the store while a service uses it. */
      async until(isSo: (counts: StoreCounts) => boolean): Promise<StoreCounts> {
        return await withData(dataDir, async ({ store }) => {
          for (let tries = 0; ; tries++) {
            const counts = await store.countRows()
            if (isSo(counts) || tries > 2000) return counts
            await pause(5)
          }
        })
      },
    },
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
