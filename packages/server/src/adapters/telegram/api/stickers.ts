import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { Connector } from '../../../ports/connector.ts'
import { findId, isObject } from '../../http-client/untrusted-json.ts'
import { listOf } from '../receiving/json.ts'
import type { BotApi } from './bot-api.ts'
import type { Files } from './files.ts'

/**
 * A sticker is found in its set, because its own id can't be used to fetch it. Of animated ones the thumbnail is a still picture.
 */
export function createStickers(api: BotApi, files: Files): NonNullable<Connector['stickers']> {
  return {
    async getPicture({ packageId, stickerId }) {
      if (packageId === '') throw new PlatformRefusal('not-found', 'The sticker belongs to no set')
      const { stickers } = await api.get('a set of stickers', 'getStickerSet', { name: packageId }).catch(noSet)
      const [found] = listOf(stickers, (one) => (isObject(one) && one.file_unique_id === stickerId ? one : undefined))
      const isMoving = found?.is_animated === true || found?.is_video === true
      const thumbnail = isObject(found?.thumbnail) ? found.thumbnail : undefined
      const ref = findId(isMoving ? thumbnail?.file_id : found?.file_id)
      if (ref === undefined) throw new PlatformRefusal('not-found', 'The sticker is no longer in its set')
      return await files.getPicture(ref)
    },
  }
}

function noSet(error: unknown): never {
  const isGone = error instanceof PlatformRefusal && error.code === 'invalid'
  throw isGone ? new PlatformRefusal('not-found', error.message) : error
}
