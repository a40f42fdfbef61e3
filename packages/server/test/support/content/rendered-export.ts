import { createHash } from 'node:crypto'
import type { ExportFormatName, Message } from '@innkeeper/contract'
import type { Piece } from '../../../src/domain/messages/export/format.ts'
import { exportFormats } from '../../../src/domain/messages/export/formats.ts'
import type { ExportHead, ExportRecord, MessageEntry } from '../../../src/domain/messages/export/records.ts'
import { utf8Of } from '../../../src/domain/messages/export/utf8.ts'

/** 2026-03-01 09:31 in Tokyo. */
export const morning = Date.parse('2026-03-01T00:31:00Z')

export function exportHead(more: Partial<ExportHead['channel']> = {}): ExportHead {
  const channel = {
    id: 'C1',
    name: 'Book club',
    type: 'group',
    timezone: 'Asia/Tokyo',
    language: 'en',
    ...more,
  } as const
  const filter = { from: null, to: null, sender: null, type: null, own: false, media: true }
  return {
    kind: 'export',
    channel,
    filter,
    part: { month: '2026-03', start: morning - 60_000, end: morning + 86_400_000 },
    lastAt: morning,
    messageBytes: 0,
    outages: [],
  }
}

let count = 0

/** A message as the store provides it. */
export function messageEntry(
  content: { type: 'text'; content: string } | Record<string, unknown>,
  more: Partial<Omit<MessageEntry, 'kind' | 'json' | 'message'>> & { name?: string } = {},
): MessageEntry {
  const { name = 'Mika', ...given } = more
  const seq = ++count
  const head = { id: `m-${seq}`, timestamp: '2026-03-01T00:31:00Z', sender: { id: 'U1', name } }
  const message = { ...head, ...content } as Message
  return {
    kind: 'message',
    id: head.id,
    time: morning,
    seq,
    json: utf8Of(JSON.stringify(message)),
    message,
    editedAt: null,
    versions: [],
    details: null,
    media: null,
    quoted: null,
    ...given,
  }
}

export const textEntry = (text: string, more: Parameters<typeof messageEntry>[1] = {}) =>
  messageEntry({ type: 'text', content: text }, more)

/** The text of the only file that a format makes of these records. */
export function renderExport(name: ExportFormatName, records: readonly ExportRecord[], head = exportHead()): string {
  const rendering = exportFormats[name].open(head)
  const pieces: Piece[] = records.flatMap((record) => [...rendering.write(record)])
  const messages = records.filter(({ kind }) => kind === 'message').length
  const counts = { people: 0, messages, answers: 0, gaps: 0, happenings: 0, files: 0 }
  pieces.push(...rendering.close({ kind: 'end', counts }))
  return pieces.reduce((before, piece) => before + textOf(piece, before), '')
}

function textOf(piece: Piece, before: string): string {
  if ('textAfter' in piece) return piece.textAfter(createHash('sha256').update(before).digest('hex'))
  return 'text' in piece ? String(piece.text) : ''
}
