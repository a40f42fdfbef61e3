import sharp from 'sharp'
import { type PreviewMaker, previewEdge } from '../../ports/preview-maker.ts'

/** A bomb is small on the disk and huge in memory; 12,000 by 8,000 pixels are more than phones take. */
const mostPixels = 100_000_000

/** Decodes and scales in threads of its own. Formats that can refer to other files are not read at all. */
export function createPreviewMaker(): PreviewMaker {
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  })
  return async (bytes) => {
    try {
      return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
        .autoOrient()
        .resize(previewEdge, previewEdge, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 72 })
        .toBuffer()
    } catch {
      // No picture, a broken one, or one of a kind that is not read.
      return undefined
    }
  }
}
