export type MediaKind = { type: 'image' | 'video' | 'audio' | 'file'; contentType: string }

const isoBrands: Record<string, MediaKind> = {
  'M4A ': { type: 'audio', contentType: 'audio/x-m4a' },
  avif: { type: 'image', contentType: 'image/avif' },
}

/** The kind of a file by its first bytes, not by its name. Unknown ones are a `file`. */
export function recognizeMedia(bytes: Buffer): MediaKind {
  const text = (start: number, end: number) => bytes.subarray(start, end).toString('latin1')
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return { type: 'image', contentType: 'image/png' }
  if (text(0, 3) === '\xff\xd8\xff') return { type: 'image', contentType: 'image/jpeg' }
  if (/^GIF8[79]a$/.test(text(0, 6))) return { type: 'image', contentType: 'image/gif' }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return { type: 'image', contentType: 'image/webp' }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return { type: 'audio', contentType: 'audio/wav' }
  if (text(0, 4) === 'OggS') return { type: 'audio', contentType: 'audio/ogg' }
  if (text(0, 3) === 'ID3' || /^\xff[\xf2\xf3\xfb]$/.test(text(0, 2)))
    return { type: 'audio', contentType: 'audio/mpeg' }
  if (text(4, 8) === 'ftyp') return isoBrands[text(8, 12)] ?? { type: 'video', contentType: 'video/mp4' }
  if (text(0, 4) === '\x1aE\xdf\xa3') return { type: 'video', contentType: 'video/webm' }
  return { type: 'file', contentType: 'application/octet-stream' }
}

/** Whether a browser can safely show it inline: none of these formats can contain a script. */
export function isShowable(contentType: string): boolean {
  return /^(image\/(png|jpeg|gif|webp|avif)|video\/(mp4|webm)|audio\/(x-m4a|wav|ogg|mpeg))$/.test(contentType)
}
