import type { Piece } from './format.ts'
import type { Utf8 } from './utf8.ts'

/** Room for about two thousand messages. Each piece is a call to the disk in another thread, so it must be worth it. */
const pieceBytes = 512 * 1024
/** The most bytes that a unit of a JavaScript string has in UTF-8. */
const bytesOfUnit = 3

/** Collects lines as bytes. Writing them right where they belong costs half of joining and encoding them. */
export type LineBuffer = {
  add(line: string): readonly Piece[]
  /** A line of `head`, the object `json` without its braces, and `tail`. */
  addObject(head: string, json: Utf8, tail: string): readonly Piece[]
  flush(): readonly Piece[]
}

export function createLineBuffer(path: string): LineBuffer {
  let bytes = Buffer.allocUnsafeSlow(pieceBytes)
  let used = 0
  const flush = (): readonly Piece[] => {
    if (used === 0) return none
    const text = bytes.subarray(0, used)
    // A new one, because the piece is still being written.
    bytes = Buffer.allocUnsafeSlow(pieceBytes)
    used = 0
    return [{ path, text }]
  }
  const makeRoom = (length: number): readonly Piece[] => {
    const most = length * bytesOfUnit
    if (used + most <= bytes.length) return none
    const pieces = flush()
    if (most > bytes.length) bytes = Buffer.allocUnsafeSlow(most)
    return pieces
  }
  return {
    flush,
    add(line) {
      const pieces = makeRoom(line.length)
      used += bytes.write(line, used)
      return pieces
    },
    addObject(head, json, tail) {
      const pieces = makeRoom(head.length + json.length + tail.length)
      // The object's own braces are overwritten by the end of the head and the start of the tail.
      const start = used + head.length - 1
      const end = start + bytes.write(json, start, 'latin1') - 1
      bytes.write(head, used, 'latin1')
      used = end + bytes.write(tail, end)
      return pieces
    },
  }
}
const none: readonly Piece[] = []
