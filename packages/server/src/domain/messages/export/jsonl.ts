import { precisionOf } from '../imported-precision.ts'
import type { MessageDetails } from '../message-json.ts'
import type { ExportFormat, Piece } from './format.ts'
import { createLineBuffer, type LineBuffer } from './line-buffer.ts'
import type { ExportHead, ExportRecord, MediaEntry, MessageEntry } from './records.ts'
import { textOf } from './utf8.ts'

/**
 * The canonical form, from which everything can be made again: one record per line, in UTF-8, with a fixed order of members. The
 * last line has the SHA-256 of all lines before it.
 */
export const jsonl: ExportFormat = {
  open(head) {
    const path = `jsonl/${head.part.month}.jsonl`
    const buffer = createLineBuffer(path)
    // Far shorter than a piece, so nothing is returned yet.
    buffer.add(toLine(headOf(head)))
    return {
      write: (record) => write(buffer, record),
      close({ counts }) {
        const { people, messages, answers, gaps, happenings, files } = counts
        const end = { kind: 'end', counts: { people, messages, answers, gaps, happenings, files } }
        return [...buffer.flush(), { path, textAfter: (sha256) => toLine({ ...end, sha256 }) }]
      },
    }
  },
}

const toLine = (value: object): string => `${JSON.stringify(value)}\n`

function headOf({ channel, filter, part, outages }: ExportHead): object {
  const { id, name, type, timezone } = channel
  const { from, to, sender, type: only, own, media } = filter
  return {
    kind: 'export',
    format: 1,
    channel: { id, name: name.toWellFormed(), type, timezone },
    month: part.month,
    filter: { from, to, sender, type: only, own, media },
    ...(outages.length > 0 && { outages }),
  }
}

/** Half of a character is valid in JSON, but a program that reads it can't write it as UTF-8. `JSON.stringify` escapes it like this. */
const brokenMark = '\\ud'

function write(buffer: LineBuffer, record: ExportRecord): readonly Piece[] {
  if (record.kind === 'message') {
    const tail = tailOf(record)
    if (!record.json.includes(brokenMark) && !tail.includes(brokenMark)) {
      // Composed from the stored JSON, because parsing and rendering it again would cost more than everything else.
      return buffer.addObject(messageHead, record.json, tail)
    }
    return buffer.add(repair(messageHead + textOf(record.json).slice(1, -1) + tail))
  }
  const line = toLine(membersOf(record))
  return buffer.add(line.includes(brokenMark) ? repair(line) : line)
}
const messageHead = '{"kind":"message",'

function repair(line: string): string {
  return toLine(JSON.parse(line, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value)))
}

function membersOf(record: Exclude<ExportRecord, MessageEntry>): object {
  switch (record.kind) {
    case 'person': {
      const { kind, id, name } = record
      return { kind, id, name }
    }
    case 'answer': {
      const { kind, id, time, what, texts, messageId } = record
      return { kind, id: String(id), time, what, texts, messageId }
    }
    case 'gap': {
      const { kind, time, seq } = record
      return { kind, time, seq }
    }
    case 'happening': {
      const { kind, time, seq, what, person, oldName, newName, missingSince } = record
      return { kind, time, seq, what, person, oldName, newName, missingSince }
    }
  }
}

/** What comes after the public members. */
function tailOf({ time, seq, editedAt, versions, details: all, imported, media }: MessageEntry): string {
  // The number of an imported message depends on when it was imported, and the export must not.
  const start = `,"time":${time}${imported === undefined ? `,"seq":${seq}` : ''}`
  const details = imported === undefined ? all : withoutOrigin(all)
  if (imported === undefined && editedAt === null && details === null && media === null) return `${start}}\n`
  const more = {
    ...(editedAt !== null && { editedAt }),
    ...(versions.length > 0 && { versions: versions.map(({ at, content }) => ({ at, content })) }),
    ...(imported !== undefined && { imported: { format: imported, precision: precisionOf(all) } }),
    ...(details !== null && { details }),
    ...(media !== null && { media: toMedia(media) }),
  }
  return `${start},${JSON.stringify(more).slice(1)}\n`
}

function withoutOrigin(details: MessageDetails | null): MessageDetails | null {
  const { imported: _, ...others } = details ?? {}
  return Object.keys(others).length > 0 ? others : null
}

function toMedia(media: MediaEntry): object {
  if (media.state === 'pending') return { state: media.state }
  if (media.state === 'lost') return { state: media.state, reason: media.reason }
  const { state, sha256, sizeBytes, path } = media
  return { state, sha256, sizeBytes, ...(path !== null && { path }) }
}
