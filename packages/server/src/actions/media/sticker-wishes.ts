import type { Logger } from 'pino'
import { isDue } from '../../domain/messages/sticker.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MessageRecord } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'

/**
 * Stickers are fetched when they arrive. Those that have no picture when someone looks at them, because they are older than
 * this feature or the platform was unavailable, are fetched then. No one waits for that.
 */
export type StickerWishes = { note(channelId: string, shown: readonly MessageRecord[]): void }

/** A page is often read several times in a row, and each plan is a write. */
const rememberMs = 10 * 60_000
const mostRemembered = 10_000

type Deps = {
  store: Pick<Store, 'write'>
  clock: Clock
  fetchesStickers: () => boolean
  log: Pick<Logger, 'warn'>
}

export function createStickerWishes({ store, clock, fetchesStickers, log }: Deps): StickerWishes {
  const noted = new Map<string, number>()
  return {
    note(channelId, shown) {
      if (!fetchesStickers()) return
      const at = clock()
      const stickers = []
      for (const { message, sticker } of shown) {
        if (message.type !== 'sticker' || !sticker) continue
        const { picture, triedAt, isNoted } = sticker
        if (isNoted && !isDue({ hasPicture: picture !== null, triedAt }, at)) continue
        const { id: messageId, packageId, stickerId } = message
        const name = [channelId, packageId, stickerId].join('\n')
        if ((noted.get(name) ?? Number.NEGATIVE_INFINITY) > at - rememberMs) continue
        if (noted.size >= mostRemembered) noted.clear()
        noted.set(name, at)
        stickers.push({ packageId, stickerId, messageId })
      }
      if (stickers.length === 0) return
      store
        .write<'plan-stickers'>({ kind: 'plan-stickers', at, channelId, stickers })
        .catch((err: unknown) => log.warn({ err }, 'failed to plan fetching stickers; they are shown as numbers'))
    },
  }
}
