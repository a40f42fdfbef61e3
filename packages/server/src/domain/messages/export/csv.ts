import { stringify } from 'csv-stringify/sync'
import { guardCell } from '../../spreadsheet-cell.ts'
import { toTimestamp } from '../../timestamp.ts'
import { captionOf } from './describe-record.ts'
import type { ExportFormat, Piece } from './format.ts'
import { createLocalClock } from './local-clock.ts'
import { cleanName, cleanText } from './plain-text.ts'
import type { MessageEntry } from './records.ts'

const columns = ['id', 'time', 'local time', 'sender id', 'sender', 'type', 'text', 'file', 'edited']
// Also quotes line breaks and delimiters of other locales, which not every program would read as text.
const options = { record_delimiter: '\r\n', quoted_match: /[\r\n\t;]|^\s|\s$/ }
/** Rendered together, because each call costs more than a row. */
const rowsInPiece = 200

/** One row per message, for spreadsheets. The byte order mark keeps other scripts from being shown as garbage. */
export const csv: ExportFormat = {
  open({ part, channel }) {
    const path = `csv/${part.month}.csv`
    const localTime = createLocalClock(channel.timezone)
    let rows: string[][] = [columns]
    let isFirst = true
    const flush = (): Piece[] => {
      const text = stringify(rows, { ...options, bom: isFirst })
      isFirst = false
      rows = []
      return [{ path, text }]
    }
    return {
      write(record) {
        if (record.kind !== 'message') return none
        const { date, time, seconds } = localTime(record.time)
        rows.push(toRow(record, `${date} ${time}:${seconds}`))
        return rows.length < rowsInPiece ? none : flush()
      },
      close: () => (rows.length > 0 ? flush() : none),
    }
  },
}
const none: readonly Piece[] = []

function toRow({ id, time, message, media, editedAt }: MessageEntry, local: string): string[] {
  const { sender, type } = message
  const file = media?.state === 'stored' ? (media.path ?? '') : ''
  const edited = editedAt === null ? '' : toTimestamp(editedAt)
  const cells = [id, toTimestamp(time), local, sender.id, cleanName(sender.name), type, textOf(message), file, edited]
  return cells.map(guardCell)
}

function textOf(message: MessageEntry['message']): string {
  switch (message.type) {
    case 'text':
      return cleanText(message.content)
    case 'file':
      return [cleanName(message.fileName), captionOf(message) ?? ''].filter(Boolean).join('\n')
    case 'location':
      return [cleanName(message.address), `${message.latitude}, ${message.longitude}`].filter(Boolean).join(', ')
    case 'sticker':
      return `${message.packageId}/${message.stickerId}`
    case 'image':
    case 'video':
    case 'audio':
      return captionOf(message) ?? ''
  }
}
