type Signature = { at: number; text: string; type: string }

const signatures: Signature[] = [
  { at: 0, text: '\xff\xd8\xff', type: 'image/jpeg' },
  { at: 0, text: '\x89PNG\r\n\x1a\n', type: 'image/png' },
  { at: 0, text: 'GIF87a', type: 'image/gif' },
  { at: 0, text: 'GIF89a', type: 'image/gif' },
  { at: 8, text: 'WEBP', type: 'image/webp' },
  { at: 8, text: 'WAVE', type: 'audio/wav' },
  { at: 4, text: 'ftypavif', type: 'image/avif' },
  { at: 4, text: 'ftypM4A', type: 'audio/mp4' },
  { at: 4, text: 'ftyp', type: 'video/mp4' },
  { at: 0, text: '\x1a\x45\xdf\xa3', type: 'video/webm' },
  { at: 0, text: 'OggS', type: 'audio/ogg' },
  { at: 0, text: 'ID3', type: 'audio/mpeg' },
  { at: 0, text: '\xff\xfb', type: 'audio/mpeg' },
  { at: 0, text: '\xff\xf1', type: 'audio/aac' },
]

/**
 * The type under which a page may show a file, by its first bytes; undefined for everything that is not on the list. What
 * the sender called it does not count. Whatever else such a file may hold, a browser that is told this type runs none of it.
 */
export function detectShowable(head: Uint8Array): string | undefined {
  const text = Buffer.from(head).toString('latin1')
  return signatures.find(({ at, text: mark }) => text.startsWith(mark, at))?.type
}
