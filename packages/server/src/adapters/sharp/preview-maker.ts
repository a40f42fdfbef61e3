import { previewEdge } from '../../domain/media/picture.ts'
import type { PreviewMaker } from '../../ports/media.ts'
import { loadSharp, longestSeconds, mostPixels } from './load-sharp.ts'

/** Decodes and scales in separate threads, one picture at a time. */
export function createPreviewMaker(): PreviewMaker {
  return async (bytes) => {
    const sharp = await loadSharp()
    try {
      // No metadata of the camera (location, time, name) is copied.
      const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
        .timeout({ seconds: longestSeconds })
        .autoOrient()
        .resize(previewEdge, previewEdge, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 72 })
        .toBuffer({ resolveWithObject: true })
      return { bytes: data, width: info.width, height: info.height }
    } catch {
      // Not a picture, a broken one, or one of an unsupported format.
      return undefined
    }
  }
}
