/** What a text file can be encoded in. `shift_jis` is Windows-31J, which is also called cp932. */
export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'windows-874'

/** What the beginning of a file shows: its encoding and the length of its byte order mark, or what it is instead of text. */
export type FoundEncoding = { encoding: TextEncodingName; markBytes: number } | { isBinary: true; what: string }

/** Enough to see what a file is. */
export const beginningBytes = 64 * 1024

/** The encoding of a text file, decided by its beginning. A file that could be several is the first of them. */
export function findEncoding(beginning: Uint8Array): FoundEncoding {
  const bytes = beginning.subarray(0, beginningBytes)
  const signature = signatures.find(({ starts }) => starts.every((byte, index) => bytes[index] === byte))
  if (signature) return { isBinary: true, what: signature.what }
  for (const { encoding, starts } of marks) {
    if (starts.every((byte, index) => bytes[index] === byte)) return { encoding, markBytes: starts.length }
  }
  const wide = findWide(bytes)
  if (wide) return { encoding: wide, markBytes: 0 }
  if (hasControls(bytes)) return { isBinary: true, what: 'a file that isn’t text' }
  const encoding = decodes(bytes, 'utf-8') ? 'utf-8' : findOlder(bytes)
  return encoding ? { encoding, markBytes: 0 } : { isBinary: true, what: 'a text in an encoding we can’t read' }
}

const marks: readonly { encoding: TextEncodingName; starts: readonly number[] }[] = [
  { encoding: 'utf-8', starts: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', starts: [0xff, 0xfe] },
  { encoding: 'utf-16be', starts: [0xfe, 0xff] },
]

const ascii = (text: string): readonly number[] => [...text].map((character) => character.charCodeAt(0))

/** Files that people choose by mistake. */
const signatures: readonly { what: string; starts: readonly number[] }[] = [
  { what: 'a zip file', starts: ascii('PK\u0003\u0004') },
  { what: 'a PDF', starts: ascii('%PDF-') },
  { what: 'a database', starts: ascii('SQLite format 3\0') },
  { what: 'a picture', starts: [0xff, 0xd8, 0xff] },
  { what: 'a picture', starts: [0x89, ...ascii('PNG')] },
  { what: 'a picture', starts: ascii('GIF8') },
  { what: 'a compressed file', starts: [0x1f, 0x8b] },
  { what: 'a compressed file', starts: ascii('7z') },
  { what: 'a compressed file', starts: ascii('Rar!') },
]

/** In UTF-16, a space or a line break is one of these bytes and a zero byte, in an order that depends on the kind. */
function findWide(bytes: Uint8Array): TextEncodingName | undefined {
  let little = 0
  let big = 0
  for (let index = 0; index + 1 < bytes.length; index += 2) {
    const [first = 0, second = 0] = bytes.subarray(index, index + 2)
    if (second === 0 && spaces.has(first)) little++
    if (first === 0 && spaces.has(second)) big++
  }
  if (little === big) return undefined
  const encoding = little > big ? 'utf-16le' : 'utf-16be'
  return decodes(bytes, encoding) && !hasControlCharacters(bytes, encoding) ? encoding : undefined
}
const spaces: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20])

/** A binary file can decode as UTF-16 too, so the characters must also be those of a text. */
function hasControlCharacters(bytes: Uint8Array, encoding: TextEncodingName): boolean {
  const text = new TextDecoder(encoding).decode(bytes)
  return isBeyondText([...text].filter((character) => isControl(character.charCodeAt(0))).length, text.length)
}

/** Whether it contains bytes that texts don't have. */
function hasControls(bytes: Uint8Array): boolean {
  return isBeyondText(bytes.filter(isControl).length, bytes.length)
}

/** Tabs, line breaks, form feeds and escapes are common in texts. */
const isControl = (code: number): boolean => code < 0x09 || (code > 0x0d && code < 0x1b) || (code > 0x1b && code < 0x20)

/** A message may contain a few. In a file that isn't text, about one byte in ten is one. */
const isBeyondText = (controls: number, length: number): boolean => controls > length / 100

/** The beginning may end within a character. */
function decodes(bytes: Uint8Array, encoding: TextEncodingName): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * The encodings of older programs allow almost any bytes, so one is only chosen if the text has many letters of its language. In the
 * wrong one, Thai becomes half-width katakana, and Japanese becomes Thai mixed with signs.
 */
function findOlder(bytes: Uint8Array): TextEncodingName | undefined {
  const fitting = older
    .filter(({ encoding }) => decodes(bytes, encoding))
    .map(({ encoding, letters }) => ({ encoding, share: shareOf(bytes, encoding, letters) }))
    .filter(({ share }) => share >= leastShare)
    .sort((one, other) => other.share - one.share)
  return fitting[0]?.encoding
}

const leastShare = 0.6

const older: readonly { encoding: TextEncodingName; letters: RegExp }[] = [
  { encoding: 'shift_jis', letters: /[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]/g },
  { encoding: 'windows-874', letters: /[\u0e01-\u0e3a\u0e3f-\u0e5b]/g },
]

function shareOf(bytes: Uint8Array, encoding: TextEncodingName, letters: RegExp): number {
  const beyondAscii = new TextDecoder(encoding).decode(bytes).replace(/[\0-\x7f]/g, '')
  return (beyondAscii.match(letters)?.length ?? 0) / Math.max(1, beyondAscii.length)
}
