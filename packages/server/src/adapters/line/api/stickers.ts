import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { Connector, Picture } from '../../../ports/connector.ts'

/** Where LINE's apps and its sticker shop get the pictures. The Messaging API has none. */
const shop = 'https://stickershop.line-scdn.net'
const publicDataApi = 'https://api-data.line.me'

/** A compatible platform, such as the simulator, serves them beside its media files. */
export function stickerOrigin(dataApiBaseUrl: string): string {
  return dataApiBaseUrl === publicDataApi ? shop : dataApiBaseUrl
}

/** `sticker.png` is a still picture, also of an animated sticker. A sticker's number is unique among all packages. */
export function createStickers(
  getPicture: (url: string) => Promise<Picture>,
  origin: string,
): NonNullable<Connector['stickers']> {
  return {
    async getPicture({ stickerId }) {
      if (!/^\d{1,20}$/.test(stickerId)) {
        throw new PlatformRefusal('not-found', 'LINE has no sticker with this number')
      }
      return await getPicture(`${origin}/stickershop/v1/sticker/${stickerId}/android/sticker.png`)
    },
  }
}
