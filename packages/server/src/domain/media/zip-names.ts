import { Temporal } from 'temporal-polyfill'

export type NamedFile = {
  sentAt: number
  senderName: string
  /** If the sender's device provided one. */
  fileName: string | undefined
  /** The detected type, if it is known. */
  contentType: string | undefined
}

/**
 * Names for files in one folder, such as `2026-03-01 09.31 Mika.jpg`, or with the original name after a dash. Senders chose
 * part of it, so everything is removed that is a path, hides an extension, or is rejected by some system; all names differ,
 * also case-insensitively. The date at the start keeps them from being device names.
 */
export function createFileNamer(timezone: string): (file: NamedFile) => string {
  const taken = new Set<string>()
  /** How often a name was used, so that thousands of equal ones don't each try all numbers. */
  const counts = new Map<string, number>()
  return (file) => {
    const { stem, ending } = nameOf(file, timezone)
    for (let count = (counts.get(stem + ending) ?? 0) + 1; ; count++) {
      const name = `${stem}${count === 1 ? '' : ` (${count})`}${ending}`
      const alike = name.normalize('NFKC').toLowerCase()
      if (taken.has(alike)) continue
      taken.add(alike)
      counts.set(stem + ending, count)
      return name
    }
  }
}

function nameOf(file: NamedFile, timezone: string): { stem: string; ending: string } {
  const sender = cut(clean(file.senderName), mostOfSender) || 'Unknown'
  const head = `${momentOf(file.sentAt, timezone)} ${sender}`
  if (file.fileName === undefined) return { stem: head, ending: endings[file.contentType ?? ''] ?? '.bin' }
  const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/.exec(clean(file.fileName)) ?? []
  const original = cut(stem, mostOfStem)
  return { stem: original ? `${head} - ${original}` : head, ending }
}

/**
 * Together with date, ending and count within the 255 bytes that a name may have. And within 174 characters, because a path on Windows may
 * have 260: that leaves 80 for the folder into which everything is unpacked.
 */
const mostOfSender = { bytes: 60, length: 40 }
const mostOfStem = { bytes: 120, length: 90 }

function momentOf(ms: number, timezone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone)
  const time = `${String(local.hour).padStart(2, '0')}.${String(local.minute).padStart(2, '0')}`
  return `${local.toPlainDate()} ${time}`
}

/**
 * Removes bidirectional controls, other controls, invisible and invalid characters; path separators and characters with a
 * meaning for some system become a dash.
 */
function clean(name: string): string {
  return name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]/gu, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
}

/** By whole characters as people see them. */
function cut(text: string, most: { bytes: number; length: number }): string {
  if (text.length <= most.length && Buffer.byteLength(text) <= most.bytes) return text
  let kept = ''
  let bytes = 0
  characters ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment } of characters.segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > most.bytes || kept.length + segment.length > most.length) break
    kept += segment
  }
  return kept.replace(/[\s.]+$/, '')
}
/** Created on first use: that takes about 20 ms, and nearly every name is short enough. */
let characters: Intl.Segmenter | undefined

const endings: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'image/heic': '.heic',
  'video/mp4': '.mp4',
  'video/3gpp': '.3gp',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
  'audio/mp4': '.m4a',
  'audio/wav': '.wav',
  'audio/ogg': '.ogg',
  'audio/flac': '.flac',
  'audio/mpeg': '.mp3',
  'audio/aac': '.aac',
}
