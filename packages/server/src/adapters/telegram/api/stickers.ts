import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { Connector } from '../../../ports/connector.ts'
import { isObject } from '../../http-client/untrusted-json.ts'
import { listOf } from '../json.ts'
import { findStillRef } from '../receiving/read-files.ts'
import type { BotApi } from './bot-api.ts'
import type { Files } from './files.ts'

/** Without a reference from its message, a sticker is found in its set, because its own id can't be used to fetch it. */
export function createStickers(api: BotApi, files: Files): NonNullable<Connector['stickers']> {
  return {
    async getPicture({ packageId, stickerId, ref }) {
      if (ref !== undefined) return await files.getPicture(ref)
      if (packageId === '') throw new PlatformRefusal('not-found', 'The sticker belongs to no set')
      const { stickers } = await api.get('a set of stickers', 'getStickerSet', { name: packageId }).catch(noSet)
      const [found] = listOf(stickers, (one) => (isObject(one) && one.file_unique_id === stickerId ? one : undefined))
      const still = found && findStillRef(found)
      if (still === undefined) throw new PlatformRefusal('not-found', 'The sticker was removed from its set')
      return await files.getPicture(still)
    },
  }
}

function noSet(error: unknown): never {
  const isGone = error instanceof PlatformRefusal && error.code === 'invalid'
  throw isGone ? new PlatformRefusal('not-found', error.message) : error
}
