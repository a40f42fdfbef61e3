import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A picture of one colour, optionally with an orientation in its metadata, like a camera adds. */
export function photo(
  size: { width: number; height: number },
  { background = '#c04020', orientation }: { background?: string; orientation?: number } = {},
): Sharp {
  const picture = sharp({ create: { ...size, channels: 3, background } })
  return orientation === undefined ? picture : picture.withMetadata({ orientation })
}

/** A small file whose header claims a huge picture. */
export async function bomb(width: number, height: number): Promise<Buffer> {
  const bytes = await photo({ width: 8, height: 8 }).png().toBuffer()
  // The header: its length, its name, width and height, and at the end a checksum of everything except the length.
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

/** Frames of these colours, one after the other. */
export async function animation(colours: string[], format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(
    colours.map((background) => photo({ width: 40, height: 30 }, { background }).png().toBuffer()),
  )
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

/** The colour in the middle. */
export async function colourOf(picture: Buffer): Promise<[red: number, green: number, blue: number]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [data[middle] ?? 0, data[middle + 1] ?? 0, data[middle + 2] ?? 0]
}
