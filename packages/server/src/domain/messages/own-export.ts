import type { Message } from '@innkeeper/contract'
import { Temporal } from 'temporal-polyfill'
import { toTimestampOrNull } from '../timestamp.ts'

/** A person's own message, with what is kept beside it. `versions`: of an edited text or caption, oldest first. */
export type ExportedMessage = {
  sentAt: number
  editedAt: number | null
  message: Message
  versions: { at: string; content: string }[]
  /** Where its file is downloaded, if it has one. */
  path: string | null
}

/** One line of JSON, without line breaks inside. */
export function toJsonLine({ message, editedAt, versions, path }: ExportedMessage): string {
  return `${JSON.stringify({
    ...message,
    editedAt: toTimestampOrNull(editedAt),
    ...(versions.length > 0 ? { versions } : {}),
    ...(path === null ? {} : { path }),
  })}\n`
}

/** Lines for reading. Texts of several lines are indented, so that every message begins at the margin. */
export function toTextLine({ sentAt, editedAt, message }: ExportedMessage, timezone: string): string {
  const edited = editedAt === null ? '' : ' (edited)'
  const caption = 'mediaKey' in message && message.caption ? ` ${normalize(message.caption)}` : ''
  const text = `${describe(message)}${caption}`.replaceAll('\n', '\n                  ')
  return `${momentOf(sentAt, timezone)}  ${text}${edited}\n`
}

/** A line of the list of files at the end. */
export function toFileLine({ sentAt, message, path }: ExportedMessage, timezone: string, baseUrl: string): string {
  return `${momentOf(sentAt, timezone)}  ${describe(message)}  ${baseUrl}${path}\n`
}

function describe(message: Message): string {
  switch (message.type) {
    case 'text':
      return normalize(message.content)
    case 'file':
      return `[file: ${oneLine(message.fileName)}, ${message.fileSize} bytes]`
    case 'image':
    case 'video':
    case 'audio':
      return `[${message.type}: ${message.fileSize} bytes]`
    case 'location':
      return `[location: ${[oneLine(message.address), `${message.latitude}, ${message.longitude}`].filter(Boolean).join(', ')}]`
    case 'sticker':
      return `[sticker: ${message.packageId}/${message.stickerId}]`
  }
}

function normalize(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function momentOf(ms: number, timezone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone)
  return `${local.toPlainDate()} ${local.toPlainTime().toString({ smallestUnit: 'minute' })}`
}
