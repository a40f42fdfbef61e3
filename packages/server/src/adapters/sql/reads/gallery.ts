import type { MediaType } from '@innkeeper/contract'
import type { Span } from '../../../ports/place.ts'
import type { GalleryRecord } from '../../../ports/reading.ts'
import type { Reader } from '../sql.ts'

export async function readGallery(
  _sql: Reader,
  _channelNo: number,
  _look: Span & { type: MediaType | undefined },
): Promise<GalleryRecord[]> {
  throw new Error('not built yet')
}
