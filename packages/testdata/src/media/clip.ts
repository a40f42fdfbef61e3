import type { Random } from '../random.ts'

/**
 * Bytes in the container of an MP4 file: a well-formed `ftyp` box, then an `mdat` box of noise. It holds no picture and
 * no track, so players refuse it; it serves to store, list and download a video's worth of bytes.
 */
export function createClip(durationMs: number, random: Random): Buffer {
  const data = Buffer.alloc(Math.ceil(durationMs / 4) * 4)
  for (let at = 0; at < data.length; at += 4) data.writeUInt32BE(random.next(), at)
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1')), box('mdat', data)])
}

function box(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + data.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}
