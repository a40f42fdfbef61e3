import { createHash } from 'node:crypto'
import { createPieceBuffer, type ExportFormat, type Piece } from './format.ts'
import type { ExportHead, ExportRecord, MediaEntry, MessageEntry } from './records.ts'

/**
 * The canonical form, from which everything can be made again: one record per line, in UTF-8, with a fixed order of members. The
 * last line has the SHA-256 of all lines before it.
 */
export const jsonl: ExportFormat = {
  open(head) {
    const path = `jsonl/${head.part.month}.jsonl`
    const hash = createHash('sha256')
    const buffer = createPieceBuffer(path)
    const hashed = (pieces: readonly Piece[]) => {
      for (const piece of pieces) if ('text' in piece) hash.update(piece.text)
      return pieces
    }
    // Far shorter than a piece, so nothing is returned yet.
    buffer.add(toLine(headOf(head)))
    return {
      write: (record) => hashed(buffer.add(render(record))),
      close({ counts }) {
        const pieces = hashed(buffer.flush())
        const { people, messages, answers, gaps, happenings, files } = counts
        const end = { kind: 'end', counts: { people, messages, answers, gaps, happenings, files } }
        return [...pieces, { path, text: toLine({ ...end, sha256: hash.digest('hex') }) }]
      },
    }
  },
}

const toLine = (value: object): string => `${JSON.stringify(value)}\n`

function headOf({ channel, filter, part }: ExportHead): object {
  const { id, name, type, timezone } = channel
  const { from, to, sender, type: only, own, media } = filter
  return {
    kind: 'export',
    format: 1,
    channel: { id, name: name.toWellFormed(), type, timezone },
    month: part.month,
    filter: { from, to, sender, type: only, own, media },
  }
}

/** Half of a character is valid in JSON, but can't be written as UTF-8 by whoever reads it. `JSON.stringify` escapes it like this. */
const brokenMark = '\\ud'

function render(record: ExportRecord): string {
  const text = renderRecord(record)
  // For most records, only what is stored can contain one: looking through the text that is composed from it costs more.
  const isWhole = record.kind === 'message' && record.editedAt === null && record.details === null
  if (!(isWhole ? record.json : text).includes(brokenMark)) return `${text}\n`
  return toLine(JSON.parse(text, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value)))
}

function renderRecord(record: ExportRecord): string {
  switch (record.kind) {
    case 'message':
      return renderMessage(record)
    case 'person': {
      const { kind, id, name } = record
      return JSON.stringify({ kind, id, name })
    }
    case 'answer': {
      const { kind, id, time, what, texts, messageId } = record
      return JSON.stringify({ kind, id: String(id), time, what, texts, messageId })
    }
    case 'gap': {
      const { kind, time, seq } = record
      return JSON.stringify({ kind, time, seq })
    }
    case 'happening': {
      const { kind, time, seq, what, person, oldName, newName, missingSince } = record
      return JSON.stringify({ kind, time, seq, what, person, oldName, newName, missingSince })
    }
  }
}

/** Composed from the stored JSON, because parsing and rendering it again would cost more than everything else. */
function renderMessage({ json, time, seq, editedAt, versions, details, media }: MessageEntry): string {
  const head = `{"kind":"message",${json.slice(1, -1)},"time":${time},"seq":${seq}`
  if (editedAt === null && details === null && media === null) return `${head}}`
  const more = {
    ...(editedAt !== null && { editedAt }),
    ...(versions.length > 0 && { versions: versions.map(({ at, content }) => ({ at, content })) }),
    ...(details !== null && { details }),
    ...(media !== null && { media: toMedia(media) }),
  }
  return `${head},${JSON.stringify(more).slice(1)}`
}

function toMedia(media: MediaEntry): object {
  if (media.state === 'pending') return { state: media.state }
  if (media.state === 'lost') return { state: media.state, reason: media.reason }
  const { state, sha256, sizeBytes, path } = media
  return { state, sha256, sizeBytes, ...(path !== null && { path }) }
}
