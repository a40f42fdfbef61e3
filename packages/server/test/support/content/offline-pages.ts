import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ExportFormatName, Message } from '@innkeeper/contract'
import type { Piece } from '../../../src/domain/messages/export/format.ts'
import { exportFormats } from '../../../src/domain/messages/export/formats.ts'
import type { ExportPartEntry } from '../../../src/domain/messages/export/manifest.ts'
import type {
  ExportFilter,
  ExportHead,
  ExportRecord,
  MessageEntry,
} from '../../../src/domain/messages/export/records.ts'
import { utf8Of } from '../../../src/domain/messages/export/utf8.ts'

/** What an export of pages is made from, without a service. */
export type PageSource = {
  name?: string
  language?: string
  timezone?: string
  filter?: Partial<ExportFilter>
  months: Record<string, readonly ExportRecord[]>
  /** Stored files by their SHA-256. */
  blobs?: ReadonlyMap<string, Uint8Array>
}

let count = 0

/** A message as the store provides it. */
export function entryOf(
  time: number,
  content: { type: 'text'; content: string } | Record<string, unknown>,
  more: Partial<Omit<MessageEntry, 'kind' | 'json' | 'message'>> & { name?: string; senderId?: string } = {},
): MessageEntry {
  const { name = 'Mika', senderId = `U-${name}`, ...given } = more
  const seq = ++count
  const timestamp = new Date(time).toISOString()
  const message = { id: `id-${seq}`, timestamp, sender: { id: senderId, name }, ...content } as Message
  const none = { editedAt: null, versions: [], details: null, media: null, quoted: null }
  return {
    kind: 'message',
    id: message.id,
    time,
    seq,
    json: utf8Of(JSON.stringify(message)),
    message,
    ...none,
    ...given,
  }
}

export const textAt = (time: number, text: string, more: Parameters<typeof entryOf>[2] = {}) =>
  entryOf(time, { type: 'text', content: text }, more)

/** The files of an export, by path. */
export function renderPages(source: PageSource, format: ExportFormatName = 'html'): Map<string, Buffer> {
  const { name = 'Book club', language = 'en', timezone = 'Asia/Tokyo', months, blobs = new Map() } = source
  const channel = { id: 'C1', name, type: 'group', timezone, language } as const
  const filter = { from: null, to: null, sender: null, type: null, own: false, media: true, ...source.filter }
  const files = new Map<string, Buffer[]>()
  const blob = (sha256: string) => Buffer.from(blobs.get(sha256) ?? [])
  const put = (piece: Piece) => {
    const chunks = files.get(piece.path) ?? []
    files.set(piece.path, chunks)
    if ('text' in piece) chunks.push(Buffer.from(piece.text))
    if ('copyOf' in piece) chunks.push(blob(piece.copyOf))
    if ('base64Of' in piece) chunks.push(Buffer.from(blob(piece.base64Of).toString('base64')))
  }
  const parts = Object.entries(months).map(([month, records]): ExportPartEntry => {
    const start = Date.parse(`${month}-01T00:00:00Z`)
    const part = { month, start, end: start + 31 * 86_400_000 }
    const head: ExportHead = { kind: 'export', channel, filter, part, lastAt: null, messageBytes: 0, outages: [] }
    const before = new Set(files.keys())
    const messages = records.flatMap((record) => (record.kind === 'message' ? [record] : []))
    const counts = { people: 0, messages: messages.length, answers: 0, gaps: 0, happenings: 0, files: 0 }
    const rendering = exportFormats[format].open(head)
    for (const record of records) for (const piece of rendering.write(record)) put(piece)
    for (const piece of rendering.close({ kind: 'end', counts })) put(piece)
    for (const { media } of messages) {
      if (media?.state === 'stored' && media.path !== null) put({ path: media.path, copyOf: media.sha256 })
    }
    const missing = records.flatMap((one) =>
      one.kind === 'happening' && one.missingSince !== null
        ? [{ since: one.missingSince, until: one.time, endedBy: one.what }]
        : [],
    )
    const paths = [...files.keys()].filter((path) => !before.has(path))
    const written = paths.map((path) => ({ path, sizeBytes: 0, sha256: hash('sha256', path) }))
    const figures = { messages: messages.length, bytes: 0, lastAt: null, lastSeq: 0 }
    const messagesState = { digest: '', editVersion: 0, isClosed: false, ...figures }
    const none = { leftOut: 0, filesLeftOut: 0, state: '', people: [], peopleState: '', messagesState }
    return { month, counts, missing, files: written, ...none }
  })
  for (const piece of exportFormats[format].describeWhole?.({ channel, filter }, parts) ?? []) put(piece)
  return new Map([...files].map(([path, chunks]) => [path, Buffer.concat(chunks)]))
}

/** Writes them below a folder. */
export function writePages(folder: string, source: PageSource, format: ExportFormatName = 'html'): Map<string, Buffer> {
  const files = renderPages(source, format)
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return files
}
