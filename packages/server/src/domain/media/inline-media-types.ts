/** `marks`: which bytes are where, read as Latin-1. All of them must be there. */
type Format = { type: string; marks: [at: number, text: string][] }

/** Types that browsers display or play, and never execute. No SVG, HTML, XML or PDF: those can contain scripts. */
const formats: Format[] = [
  { type: 'image/jpeg', marks: [[0, '\xff\xd8\xff']] },
  { type: 'image/png', marks: [[0, '\x89PNG\r\n\x1a\n']] },
  { type: 'image/gif', marks: [[0, 'GIF87a']] },
  { type: 'image/gif', marks: [[0, 'GIF89a']] },
  { type: 'image/webp', marks: riff('WEBP') },
  ...isoMedia('image/avif', 'avif', 'avis'),
  ...isoMedia('image/heic', 'heic', 'heix'),
  ...isoMedia('video/mp4', 'isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'MSNV', 'dash'),
  ...isoMedia('video/3gpp', '3gp4', '3gp5', '3gp6'),
  ...isoMedia('video/quicktime', 'qt  '),
  ...isoMedia('audio/mp4', 'M4A ', 'M4B '),
  { type: 'audio/wav', marks: riff('WAVE') },
  { type: 'audio/ogg', marks: [[0, 'OggS\0']] },
  { type: 'audio/flac', marks: [[0, 'fLaC']] },
  { type: 'audio/mpeg', marks: [[0, 'ID3']] },
  ...['\xfa', '\xfb', '\xf2', '\xf3'].map((layer) => ({ type: 'audio/mpeg', marks: [[0, `\xff${layer}`]] }) as Format),
  ...['\xf1', '\xf9'].map((layer) => ({ type: 'audio/aac', marks: [[0, `\xff${layer}`]] }) as Format),
]

/** Enough of a file to tell its format. */
export const headBytes = 64

/**
 * The type as which a page can show a file, by its first bytes; undefined for everything not on the list. The sender's name for
 * it doesn't count. Whatever else such a file contains, a browser that gets this type executes none of it.
 */
export function detectInlineType(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, headBytes)).toString('latin1')
  if (text.startsWith(matroska)) return text.includes(webm) ? 'video/webm' : undefined
  return formats.find(({ marks }) => marks.every(([at, mark]) => text.startsWith(mark, at)))?.type
}

/** WebM is the Matroska container with another name, which is in its header at no fixed position. */
const matroska = '\x1a\x45\xdf\xa3'
const webm = '\x42\x82\x84webm'

function riff(kind: string): Format['marks'] {
  return [
    [0, 'RIFF'],
    [8, kind],
  ]
}

/** One container for many formats, which differ in their brand. */
function isoMedia(type: string, ...brands: string[]): Format[] {
  return brands.map((brand) => ({ type, marks: [[4, `ftyp${brand}`]] }))
}
