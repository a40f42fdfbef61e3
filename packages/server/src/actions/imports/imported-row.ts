import type { FileLine } from '../../domain/imports/alignment/history-side.ts'
import type { HistoryContent, HistoryFormat, HistoryMessage } from '../../domain/imports/history.ts'
import { importedMessageId, isWholeImportedId } from '../../domain/imports/imported-id.ts'
import type { MessageContent } from '../../domain/messages/message-json.ts'
import type { ImportedRow } from '../../ports/commands/imports.ts'

type Found = {
  secret: string
  channelId: string
  format: HistoryFormat
  message: HistoryMessage
  line: FileLine
  time: number
  ordinal: number
}

/** A missing message as it's written. Its ID follows from what it is, so it's the same from every file. */
export function toImportedRow({ secret, channelId, format, message, line, time, ordinal }: Found): ImportedRow {
  const { content, caption, person, sourceId, repliesTo, repliesToId } = message
  // Our own exports also have what other imports added.
  const idOfSource = (id: string) =>
    format === 'innkeeper' && isWholeImportedId(id)
      ? id
      : importedMessageId(secret, channelId, { sourceId: `${format} ${id}` })
  return {
    messageId:
      sourceId === undefined ? importedMessageId(secret, channelId, { ...line, ordinal }) : idOfSource(sourceId),
    time,
    precisionMs: line.precisionMs,
    senderId: line.person,
    senderName: storable(person.name) || unnamed,
    content: toContent(content),
    ...(caption === undefined ? {} : { caption: storable(caption) }),
    ...(repliesTo === undefined ? {} : { quotedMessageId: idOfSource(repliesTo) }),
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
