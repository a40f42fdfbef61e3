import { readFileSync } from 'node:fs'
import type { Random } from '../random.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url))

/** Changing colours: 48 frames of H.264 in an MP4, without sound. */
const flow = read('./clip.mp4')

/** One of its frames. */
export const clipPreview = read('./clip.jpg')

/** A video of this duration. All show the same; a few bytes that players skip make each file unique. */
export function createClip(durationMs: number, random: Random): Buffer {
  const clip = Buffer.from(flow)
  const media = bodyOf(clip, 'mdhd')
  // The frames stay the same; only their time scale changes.
  media.writeUInt32BE(Math.round((media.readUInt32BE(16) * 1000) / durationMs), 12)
  bodyOf(clip, 'mvhd').writeUInt32BE(durationMs, 16)
  bodyOf(clip, 'tkhd').writeUInt32BE(durationMs, 20)
  bodyOf(clip, 'elst').writeUInt32BE(durationMs, 8)
  return Buffer.concat([clip, box('free', Buffer.from(random.hex(32)))])
}

/** The content of a box, after its name. */
function bodyOf(file: Buffer, type: string): Buffer {
  return file.subarray(file.indexOf(type, 0, 'latin1') + 4)
}

function box(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + data.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}
