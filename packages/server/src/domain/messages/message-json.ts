import type { MediaType, Message } from '@innkeeper/contract'
import { toTimestamp } from '../timestamp.ts'

/** The content of a message, in the seven types of the API. */
export type MessageContent =
  | { type: 'text'; text: string }
  | { type: 'image'; fileSize?: number }
  | { type: 'video' | 'audio'; fileSize?: number; durationMs?: number }
  | { type: 'file'; fileSize?: number; fileName: string }
  | { type: 'location'; latitude: number; longitude: number; address?: string }
  | { type: 'sticker'; stickerId: string; packageId: string }

/** Data about a message besides its content: stored for richer views, never part of the public message. */
export type MessageDetails = {
  quotedMessageId?: string
  /** The text under a picture, a video, an audio or a file. Stored with the message itself. */
  caption?: string
  /** Never answered, whatever its text. */
  isFromBot?: boolean
  /** The part of a chat that it was posted in, where a chat has several. */
  topic?: { id: string; name?: string }
  /** Photos and videos that were sent together. */
  imageSet?: { id: string; index?: number; total?: number }
  mentions?: { index: number; length: number; userId?: string; isAll?: boolean; isBot?: boolean }[]
  emojis?: { index: number; length: number; productId: string; emojiId: string }[]
  stickerKeywords?: string[]
  stickerText?: string
  /** Of a location. */
  title?: string
  /**
   * It came from a chat history, which knows its time to this many milliseconds. `isSimilar`: it may be another wording of a message beside it.
   */
  imported?: { precisionMs: number; isSimilar?: true }
  /** The file isn't hosted by the platform. */
  externalUrl?: string
  externalPreviewUrl?: string
}

export type Sender = { userId: string; name: string }

/** Used if the platform doesn't identify the sender. */
export const unknownSender: Sender = { userId: '', name: 'Unknown' }

/**
 * The public JSON of a message. It is rendered once, when the message is written, and pages are joined from it.
 * `mediaKey` is null for messages without media.
 */
export function renderMessage(message: {
  id: string
  sentAt: number
  sender: Sender
  content: MessageContent
  mediaKey: string | null
  caption?: string | undefined
}): string {
  const { id, sentAt, sender, content, mediaKey, caption } = message
  return JSON.stringify({
    id,
    timestamp: toTimestamp(sentAt),
    sender: { id: sender.userId, name: sender.name },
    type: content.type,
    ...extraMembers(content, mediaKey),
    ...(caption && isMedia(content) ? { caption } : {}),
  })
}

const [idBefore, timeBefore, senderBefore] = ['{"id":"', '","timestamp":"', '","sender":{"id":"']
const [nameBefore, textBefore] = ['","name":"', '"},"type":"text","content":"']
const timestampLength = 'YYYY-MM-DDThh:mm:ssZ'.length

/**
 * The inverse of `renderMessage`. Most messages are texts without an escaped character, so that every quote ends a part. Those are
 * cut out of the JSON: a search reads many messages, and this takes half the time of parsing them.
 */
export function readMessage(json: string): Message {
  const idEnd = json.indexOf(timeBefore)
  const timeAt = idEnd + timeBefore.length
  const timeEnd = timeAt + timestampLength
  const senderAt = timeEnd + senderBefore.length
  const senderEnd = json.indexOf(nameBefore, senderAt)
  const nameEnd = json.indexOf(textBefore, senderEnd)
  const isPlain =
    idEnd > 0 && senderEnd > 0 && nameEnd > 0 && json.startsWith(senderBefore, timeEnd) && !json.includes('\\')
  if (!isPlain) return JSON.parse(json)
  return {
    id: json.slice(idBefore.length, idEnd),
    timestamp: json.slice(timeAt, timeEnd),
    sender: { id: json.slice(senderAt, senderEnd), name: json.slice(senderEnd + nameBefore.length, nameEnd) },
    type: 'text',
    content: json.slice(nameEnd + textBefore.length, -'"}'.length),
  }
}

/**
 * The same JSON with more properties: `kind` at its start, others in the sender and at the end. They are texts, each with a
 * comma before it, so that nothing is parsed and rendered again.
 */
export function extendMessage(json: string, kind: string, more: { ofSender: string; ofMessage: string }): string {
  // Where the sender ends: inside a text, quotes are escaped, so that no one's name can look like this.
  const end = json.indexOf('},"type":')
  return `{"kind":"${kind}",${json.slice(1, end)}${more.ofSender}${json.slice(end, -1)}${more.ofMessage}}`
}

/** The public JSON of a media list item. */
export function renderMediaItem(item: {
  id: string
  sentAt: number
  type: MediaType
  senderName: string
  sizeBytes: number
}): string {
  const { id, sentAt, type, senderName, sizeBytes } = item
  return JSON.stringify({ id, ts: toTimestamp(sentAt), type, sender: senderName, size: sizeBytes })
}

export function isMedia(content: MessageContent): content is MessageContent & { type: MediaType } {
  return content.type === 'image' || content.type === 'video' || content.type === 'audio' || content.type === 'file'
}

function extraMembers(content: MessageContent, mediaKey: string | null): object {
  switch (content.type) {
    case 'text':
      return { content: content.text }
    case 'image':
      return { mediaKey, fileSize: content.fileSize ?? 0 }
    case 'video':
    case 'audio':
      return { mediaKey, fileSize: content.fileSize ?? 0, duration: content.durationMs ?? 0 }
    case 'file':
      return { mediaKey, fileSize: content.fileSize ?? 0, fileName: content.fileName }
    case 'location':
      return { latitude: content.latitude, longitude: content.longitude, address: content.address ?? '' }
    case 'sticker':
      return { stickerId: content.stickerId, packageId: content.packageId }
  }
}
