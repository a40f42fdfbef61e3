/**
 * A decompression bomb is small on disk and huge in memory. Nearly all phones take smaller pictures than this; decoded as a
 * whole, as interlaced pictures must be, this many pixels need about 300 MB.
 */
export const mostPixels = 50_000_000
/** Far longer than the largest picture takes, and shorter than the limit of a job. */
export const longestSeconds = 20

let loading: ReturnType<typeof load> | undefined

/** Loaded with the first picture: it takes a fifth of a second, which would delay the start. */
export function loadSharp(): ReturnType<typeof load> {
  loading ??= load()
  return loading
}

async function load() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // Only what chats send. Other formats can refer to other files, are rarely tested, or (AVIF) take three times the memory.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`) })
  return sharp
}
