import type { TextEncodingName } from './encoding.ts'

/** A line of a text file. The last one of a file may have no end. */
export type TextLine = {
  /** Without its end. Empty if there is a problem. */
  text: string
  end: '\r\n' | '\n' | ''
  /** `too-long`: it wasn't kept. `not-text`: it has bytes that mean nothing in the file's encoding. */
  problem?: 'too-long' | 'not-text'
}

/** A line can't contain more than this. A message of any app is far shorter, and nothing longer is held in memory. */
const mostLineBytes = 1024 * 1024

/** Turns a file's bytes, piece by piece, into lines. A damaged line doesn't affect the others. */
export type LineSplitter = { add(bytes: Uint8Array): TextLine[]; close(): TextLine[] }

export function createLineSplitter(encoding: TextEncodingName, markBytes: number): LineSplitter {
  const toText = createDecoder(encoding)
  const width = encoding.startsWith('utf-16') ? 2 : 1
  const findBreak = width === 1 ? (bytes: Buffer, from: number) => bytes.indexOf(0x0a, from) : wideFinder(encoding)
  let rest: Buffer = Buffer.alloc(0)
  let isTooLong = false
  let skip = markBytes
  const lineOf = (bytes: Buffer, hasBreak: boolean): TextLine => {
    if (isTooLong || bytes.length > mostLineBytes) {
      isTooLong = false
      // Only its last bytes are still there, but its end is one of them.
      const tail = toText(bytes.subarray(-2 * width - (bytes.length % width))) ?? ''
      return { text: '', end: hasBreak ? endOf(tail) : '', problem: 'too-long' }
    }
    const text = toText(bytes)
    if (text === undefined) return { text: '', end: hasBreak ? endOfBytes(bytes, width) : '', problem: 'not-text' }
    if (!hasBreak) return { text, end: '' }
    const end = endOf(text)
    return { text: text.slice(0, -end.length), end }
  }
  return {
    add(added) {
      let bytes = rest.length === 0 ? viewOf(added) : Buffer.concat([rest, added])
      const skipped = Math.min(skip, bytes.length)
      skip -= skipped
      bytes = bytes.subarray(skipped)
      const lines: TextLine[] = []
      let start = 0
      for (let at = findBreak(bytes, 0); at >= 0; at = findBreak(bytes, start)) {
        lines.push(lineOf(bytes.subarray(start, at + width), true))
        start = at + width
      }
      const left = bytes.length - start
      if (left > mostLineBytes) isTooLong = true
      // Of a line that is too long, the end: it may be a carriage return, or half of a character of two bytes. It's a copy, because
      // the bytes belong to the caller.
      rest = Buffer.from(bytes.subarray(left > mostLineBytes ? bytes.length - keptBytes - (left % width) : start))
      return lines
    },
    close() {
      const last = rest.length > 0 || isTooLong ? [lineOf(rest, false)] : []
      rest = Buffer.alloc(0)
      return last
    },
  }
}
const keptBytes = 4

const viewOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function createDecoder(encoding: TextEncodingName): (bytes: Uint8Array) => string | undefined {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  return (bytes) => {
    try {
      return decoder.decode(bytes)
    } catch {
      return undefined
    }
  }
}

/** A line break in UTF-16: both bytes, where a character starts. */
function wideFinder(encoding: TextEncodingName): (bytes: Buffer, from: number) => number {
  const [first, second] = encoding === 'utf-16le' ? [0x0a, 0] : [0, 0x0a]
  return (bytes, from) => {
    for (let at = from; at + 1 < bytes.length; at += 2) if (bytes[at] === first && bytes[at + 1] === second) return at
    return -1
  }
}

const endOf = (text: string): '\r\n' | '\n' => (text.endsWith('\r\n') ? '\r\n' : '\n')

function endOfBytes(bytes: Buffer, width: number): '\r\n' | '\n' {
  return bytes.subarray(-2 * width, -width).includes(0x0d) ? '\r\n' : '\n'
}
