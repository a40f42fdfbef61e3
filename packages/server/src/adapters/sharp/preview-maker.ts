import { previewEdge } from '../../domain/media/picture.ts'
import type { PreviewMaker } from '../../ports/media.ts'

/**
 * A decompression bomb is small on disk and huge in memory. Nearly all phones take smaller pictures than this; decoded as a
 * whole, as interlaced pictures must be, this many pixels need about 300 MB.
 */
const mostPixels = 50_000_000
/** Far longer than the largest picture takes, and shorter than the limit of the job. */
const longestSeconds = 20

/** Decodes and scales in separate threads, one picture at a time. */
export function createPreviewMaker(): PreviewMaker {
  let loading: ReturnType<typeof loadSharp> | undefined
  return async (bytes) => {
    loading ??= loadSharp()
    const sharp = await loading
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

/** Loaded with the first picture: it takes a fifth of a second, which would delay the start. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // Only what chats send. Other formats can refer to other files, are rarely tested, or (AVIF) take three times the memory.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`) })
  return sharp
}
