import type { RenderPicture } from '../../ports/media.ts'
import { loadSharp, longestSeconds, mostPixels } from './load-sharp.ts'

/** Sharp enough for a full screen, and small enough for platforms, which accept a megabyte for a preview. */
const edge = 1280
const mostBytes = 1_000_000

/** One at a time, because decoding a large picture takes up to 300 MB. */
export function createPictureRenderer(): RenderPicture {
  let last: Promise<unknown> = Promise.resolve()
  return (bytes) => {
    const mine = last.then(() => render(bytes))
    last = mine
    return mine
  }
}

/** Re-encodes a picture, which removes everything else in the file, such as where a photo was taken. */
async function render(bytes: Uint8Array): ReturnType<RenderPicture> {
  const sharp = await loadSharp()
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: longestSeconds })
      .autoOrient()
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    const { hasAlpha } = await sharp(bytes, { limitInputPixels: mostPixels, pages: 1 }).metadata()
    if (hasAlpha) {
      const drawing = await picture.clone().png({ palette: true }).toBuffer()
      if (drawing.length <= mostBytes) return { bytes: drawing, contentType: 'image/png' }
    }
    const photo = await picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
    return photo.length <= mostBytes ? { bytes: photo, contentType: 'image/jpeg' } : undefined
  } catch {
    return undefined
  }
}
