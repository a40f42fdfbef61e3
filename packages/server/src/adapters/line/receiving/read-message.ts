import type { webhook } from '@line/bot-sdk'
import type { MessageContent, MessageDetails } from '../../../domain/messages/message-json.ts'
import {
  findId,
  findText,
  isCount,
  isObject,
  NotUnderstood,
  readDegrees,
  readId,
  readText,
  type Untrusted,
} from '../../http-client/untrusted-json.ts'

export type ReadMessage = { content: MessageContent; details?: MessageDetails; hasFile?: boolean }

/**
 * What a message needs must be there and well-formed. Optional parts (quotes, mentions, sizes) are left out if their form is
 * unknown, so that no message is lost because of them.
 */
export function readMessage(message: Untrusted<webhook.MessageContentBase>): ReadMessage {
  switch (message.type) {
    case 'text':
      return readTextMessage(message)
    case 'image':
      return readImage(message)
    case 'video':
    case 'audio':
      return readRecording(message, message.type)
    case 'file':
      return readFile(message)
    case 'location':
      return readLocation(message)
    case 'sticker':
      return readSticker(message)
    default:
      throw new NotUnderstood(`The message type ${named(message.type)} is unknown`)
  }
}

/** A name that the platform sent, short enough for a sentence. */
export function named(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : `(${typeof value})`
}

export function readTextMessage(message: Untrusted<webhook.TextMessageContent>): {
  content: MessageContent & { type: 'text' }
  details?: MessageDetails
} {
  const details: MessageDetails = {}
  quote(message, details)
  if (isObject(message.mention)) {
    const mentions = listOf(message.mention.mentionees, findMention)
    if (mentions.length > 0) details.mentions = mentions
  }
  if (message.emojis !== undefined) {
    const emojis = listOf(message.emojis, findEmoji)
    if (emojis.length > 0) details.emojis = emojis
  }
  return withDetails(
    { content: { type: 'text' as const, text: readText(message.text, "The message's text") } },
    details,
  )
}

function readImage(message: Untrusted<webhook.ImageMessageContent>): ReadMessage {
  const details: MessageDetails = {}
  const { imageSet } = message
  if (isObject(imageSet)) {
    const id = findId(imageSet.id)
    if (id !== undefined) {
      details.imageSet = { id }
      if (isCount(imageSet.index)) details.imageSet.index = imageSet.index
      if (isCount(imageSet.total)) details.imageSet.total = imageSet.total
    }
  }
  return withFile({ type: 'image' }, message, details)
}

function readRecording(message: Untrusted<webhook.VideoMessageContent>, type: 'video' | 'audio'): ReadMessage {
  const durationMs = message.duration
  return withFile(isCount(durationMs) ? { type, durationMs } : { type }, message, {})
}

function readFile(message: Untrusted<webhook.FileMessageContent>): ReadMessage {
  const fileName = readText(message.fileName, "The file's name")
  const { fileSize } = message
  return {
    content: isCount(fileSize) ? { type: 'file', fileName, fileSize } : { type: 'file', fileName },
    hasFile: true,
  }
}

function readLocation(message: Untrusted<webhook.LocationMessageContent>): ReadMessage {
  const latitude = readDegrees(message.latitude, 90, 'The latitude')
  const longitude = readDegrees(message.longitude, 180, 'The longitude')
  const address = findText(message.address)
  const title = findText(message.title)
  const content: MessageContent = { type: 'location', latitude, longitude }
  if (address !== undefined) content.address = address
  return withDetails({ content }, title === undefined ? {} : { title })
}

function readSticker(message: Untrusted<webhook.StickerMessageContent>): ReadMessage {
  const details: MessageDetails = {}
  quote(message, details)
  const keywords = listOf(message.keywords, findText)
  if (keywords.length > 0) details.stickerKeywords = keywords
  const text = findText(message.text)
  if (text !== undefined) details.stickerText = text
  const stickerId = readId(message.stickerId, "The sticker's id")
  const packageId = readId(message.packageId, "The sticker's package id")
  return withDetails({ content: { type: 'sticker', stickerId, packageId } }, details)
}

/** A file hosted elsewhere isn't available from the platform; for an unknown provider the platform is asked. */
function withFile(
  content: MessageContent,
  message: { readonly contentProvider?: unknown },
  details: MessageDetails,
): ReadMessage {
  const provider = message.contentProvider
  if (!isObject(provider) || provider.type !== 'external') return withDetails({ content, hasFile: true }, details)
  const externalUrl = findText(provider.originalContentUrl)
  const externalPreviewUrl = findText(provider.previewImageUrl)
  if (externalUrl !== undefined) details.externalUrl = externalUrl
  if (externalPreviewUrl !== undefined) details.externalPreviewUrl = externalPreviewUrl
  return withDetails({ content }, details)
}

function withDetails<T extends object>(read: T, details: MessageDetails): T & { details?: MessageDetails } {
  for (const _ in details) return Object.assign(read, { details })
  return read
}

function quote(message: { readonly quotedMessageId?: unknown }, details: MessageDetails): void {
  const quotedMessageId = findId(message.quotedMessageId)
  if (quotedMessageId !== undefined) details.quotedMessageId = quotedMessageId
}

function findMention(value: unknown): NonNullable<MessageDetails['mentions']>[number] | undefined {
  if (!isObject(value)) return undefined
  const { index, length, type, userId, isSelf } = value
  if (!isCount(index) || !isCount(length)) return undefined
  const mention: NonNullable<MessageDetails['mentions']>[number] = { index, length }
  const id = findId(userId)
  if (id !== undefined) mention.userId = id
  if (type === 'all') mention.isAll = true
  if (isSelf === true) mention.isBot = true
  return mention
}

function findEmoji(value: unknown): NonNullable<MessageDetails['emojis']>[number] | undefined {
  if (!isObject(value)) return undefined
  const { index, length } = value
  const productId = findId(value.productId)
  const emojiId = findId(value.emojiId)
  if (!isCount(index) || !isCount(length) || productId === undefined || emojiId === undefined) return undefined
  return { index, length, productId, emojiId }
}

function listOf<T>(value: unknown, find: (one: unknown) => T | undefined): T[] {
  if (!Array.isArray(value)) return []
  return value.map(find).filter((one) => one !== undefined)
}
