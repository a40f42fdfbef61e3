import { constants, crc32, deflateSync } from 'node:zlib'

type Image = {
  width: number
  height: number
  /** At most 256 colours. */
  palette: [red: number, green: number, blue: number][]
  /** The index of a colour that is transparent. */
  transparent?: number
  /** One index into the palette for each pixel, row by row. */
  pixels: Buffer
}

/** A PNG with a palette (https://www.w3.org/TR/png-3/). */
export function encodePng({ width, height, palette, transparent, pixels }: Image): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8) // 8 bits a pixel, indexed colour, no interlacing
  const rows = Buffer.alloc((width + 1) * height) // each row begins with its filter: 0, none
  for (let y = 0; y < height; y++) pixels.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width)
  // Run-length encoding only: zlib's match search hashes differently on different processors, which changes the bytes.
  const data = deflateSync(rows, { level: 6, strategy: constants.Z_RLE })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    ...(transparent === undefined ? [] : [chunk('tRNS', opacities(palette.length, transparent))]),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function opacities(count: number, transparent: number): Buffer {
  const alpha = Buffer.alloc(count, 255)
  alpha[transparent] = 0
  return alpha
}

function chunk(type: string, data: Buffer): Buffer {
  const result = Buffer.alloc(12 + data.length)
  result.writeUInt32BE(data.length, 0)
  result.write(type, 4, 'latin1')
  data.copy(result, 8)
  result.writeUInt32BE(crc32(result.subarray(4, 8 + data.length)), 8 + data.length)
  return result
}
