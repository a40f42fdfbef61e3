import type { FileLine } from '../../domain/imports/alignment/history-side.ts'
import type { HistoryContent, HistoryFormat, HistoryMessage } from '../../domain/imports/history.ts'
import { importedMessageId, isWholeImportedId } from '../../domain/imports/imported-id.ts'
import type { MessageContent } from '../../domain/messages/message-json.ts'
import type { ImportedRow } from '../../ports/commands/imports.ts'

type Identified = {
  secret: string
  channelId: string
  format: HistoryFormat
  message: HistoryMessage
  line: FileLine
  ordinal: number
}
type Found = Identified & { time: number; isSimilar: boolean }

/** It follows from what the message is, so it's the same from every file. */
export function importedIdOf({ secret, channelId, format, message, line, ordinal }: Identified): string {
  const { sourceId } = message
  if (sourceId === undefined) return importedMessageId(secret, channelId, { ...line, ordinal })
  return idOfSource({ secret, channelId, format }, sourceId)
}

/** Our own exports also have what other imports added. */
function idOfSource({ secret, channelId, format }: Pick<Identified, 'secret' | 'channelId' | 'format'>, id: string) {
  if (format === 'innkeeper' && isWholeImportedId(id)) return id
  return importedMessageId(secret, channelId, { sourceId: `${format} ${id}` })
}

/** A missing message as it's written. */
export function toImportedRow(found: Found): ImportedRow {
  const { message, line, time, isSimilar } = found
  const { content, caption, person, repliesTo, repliesToId } = message
  return {
    messageId: importedIdOf(found),
    time,
    precisionMs: line.precisionMs,
    ...(isSimilar && { isSimilar }),
    senderId: line.person,
    ...(line.sourcePerson === undefined ? {} : { sourcePersonId: line.sourcePerson }),
    senderName: storable(person.name) || unnamed,
    content: toContent(content),
    ...(caption === undefined ? {} : { caption: storable(caption) }),
    ...(repliesTo === undefined ? {} : { quotedMessageId: idOfSource(found, repliesTo) }),
    ...(repliesToId === undefined ? {} : { quotedLiveId: repliesToId }),
  }
}

const unnamed = 'Unknown'
const place = '📍'

/** What a file doesn't know is empty. A place without coordinates is only its address. */
function toContent(content: HistoryContent): MessageContent {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: storable(content.text) }
    case 'image':
      return { type: 'image', ...sizeOf(content) }
    case 'video':
    case 'audio': {
      const { durationMs } = content
      return { type: content.type, ...sizeOf(content), ...(durationMs === undefined ? {} : { durationMs }) }
    }
    case 'file':
      return { type: 'file', ...sizeOf(content), fileName: storable(content.fileName ?? '') }
    case 'location': {
      const { latitude, longitude, address = '' } = content
      if (latitude === undefined || longitude === undefined) return { type: 'text', text: storable(address) || place }
      return { type: 'location', latitude, longitude, address: storable(address) }
    }
    case 'sticker':
      return { type: 'sticker', stickerId: content.stickerId ?? '', packageId: content.packageId ?? '' }
  }
}

const sizeOf = ({ fileSize }: { fileSize?: number }) => (fileSize === undefined ? {} : { fileSize })

/** Both stores can keep it. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')
