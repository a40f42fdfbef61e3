import { createMediaBytes } from '@innkeeper/testdata'
import type { webhook } from '@line/bot-sdk'
import type { StoredContent, World } from './world.ts'

/** The content of a message. A string is a text. */
export type Content = string | TextContent | MediaContent | LocationContent | StickerContent

export type TextContent = {
  type: 'text'
  text: string
  /** Positions in UTF-16 units. The bot is mentioned by its own user id. */
  mention?: { mentionees: Mentionee[] }
  emojis?: webhook.Emoji[]
  quotedMessageId?: string
}

export type Mentionee = { index: number; length: number } & ({ type: 'user'; userId: string } | { type: 'all' })

export type MediaContent =
  | (Hosted & { type: 'image'; imageSet?: webhook.ImageSet })
  | (Hosted & { type: 'video' | 'audio'; durationMs?: number })
  | (Pick<Hosted, 'bytes' | 'contentType'> & { type: 'file'; fileName: string })

type Hosted = {
  /** By default a playable file is generated. */
  bytes?: Buffer
  contentType?: string
  preview?: Buffer
  /** How long the content API returns 202, by the simulator's clock. */
  preparingMs?: number
  /** Its preparation fails. */
  hasFailed?: boolean
  /** Sent through a web app: hosted on another server, and not available from the content API. */
  external?: { originalContentUrl: string; previewImageUrl?: string }
}

export type LocationContent = {
  type: 'location'
  latitude: number
  longitude: number
  title?: string
  address?: string
}

export type StickerContent = {
  type: 'sticker'
  packageId?: string
  stickerId?: string
  stickerResourceType?: webhook.StickerMessageContent.StickerResourceTypeEnum
  keywords?: string[]
  text?: string
  quotedMessageId?: string
}

const defaultDurationMs = 2_000

/** The `message` of an event, with a new id and tokens. */
export function describeContent(world: World, content: Content, messageId: string): webhook.MessageContent {
  const head = { id: messageId, markAsReadToken: world.ids.opaque(64) }
  const quotable = { ...head, quoteToken: world.ids.opaque(48) }
  if (typeof content === 'string') return { type: 'text', ...quotable, text: content }
  switch (content.type) {
    case 'text': {
      const mentionees = content.mention?.mentionees.map((mentionee) => describeMentionee(world, mentionee))
      return { ...quotable, ...content, ...(mentionees ? { mention: { mentionees } } : {}) } as webhook.MessageContent
    }
    case 'image': {
      const imageSet = content.imageSet ? { imageSet: content.imageSet } : {}
      return { type: 'image', ...quotable, contentProvider: providerOf(content), ...imageSet }
    }
    case 'video':
      return { type: 'video', ...quotable, ...durationOf(content), contentProvider: providerOf(content) }
    case 'audio':
      return { type: 'audio', ...head, ...durationOf(content), contentProvider: providerOf(content) }
    case 'file': {
      const { bytes } = storeContent(world, content, messageId)
      return { type: 'file', ...head, fileName: content.fileName, fileSize: bytes.length }
    }
    case 'location':
      return { ...head, ...content }
    case 'sticker': {
      const usual = { packageId: '446', stickerId: '1988', stickerResourceType: 'STATIC' as const }
      return { ...quotable, ...usual, ...content }
    }
  }
}

/** What the content API returns. The same message gives the same bytes. */
export function storeContent(world: World, content: MediaContent, messageId: string): StoredContent {
  const bytes = content.bytes ?? inventBytes(content, messageId)
  const common = { bytes, contentType: content.contentType ?? contentTypeOf(content.type, bytes) }
  if (content.type === 'file') return { ...common, readyAt: 0, hasFailed: false }
  return {
    ...common,
    ...(content.preview ? { preview: content.preview } : {}),
    readyAt: content.preparingMs ? world.settings.clock() + content.preparingMs : 0,
    hasFailed: content.hasFailed ?? false,
  }
}

export function isMedia(content: Content): content is MediaContent {
  return typeof content === 'object' && ['image', 'video', 'audio', 'file'].includes(content.type)
}

export function inventPicture(name: string): Buffer {
  return createMediaBytes({ seed: 'simulator', language: 'en', messageId: name, content: { type: 'image' } })
}

function inventBytes(content: MediaContent, messageId: string): Buffer {
  const media = { seed: 'simulator', language: 'en' as const, messageId }
  if (content.type === 'image') return inventPicture(messageId)
  if (content.type === 'file')
    return createMediaBytes({ ...media, content: { type: 'file', fileName: content.fileName, fileSize: 1_000 } })
  const durationMs = content.durationMs ?? defaultDurationMs
  return createMediaBytes({ ...media, content: { type: content.type, durationMs } })
}

function contentTypeOf(type: MediaContent['type'], bytes: Buffer): string {
  if (type === 'image') return bytes.subarray(1, 4).toString('latin1') === 'PNG' ? 'image/png' : 'image/jpeg'
  if (type === 'video') return 'video/mp4'
  if (type === 'audio') return bytes.subarray(0, 4).toString('latin1') === 'RIFF' ? 'audio/wav' : 'audio/x-m4a'
  return 'application/octet-stream'
}

function providerOf(content: Hosted): webhook.ContentProvider {
  return content.external ? { type: 'external', ...content.external } : { type: 'line' }
}

function durationOf(content: { durationMs?: number; external?: unknown }): { duration?: number } {
  // The platform knows the duration only of files that it hosts.
  return content.external ? {} : { duration: content.durationMs ?? defaultDurationMs }
}

/** People who never consented are mentioned without their id. */
function describeMentionee(world: World, mentionee: Mentionee): webhook.Mentionee {
  const { index, length } = mentionee
  if (mentionee.type === 'all') return { type: 'all', index, length }
  const isSelf = mentionee.userId === world.settings.botUserId
  if (!isSelf && world.users.get(mentionee.userId)?.hasConsented === false)
    return { type: 'user', index, length, isSelf }
  return { type: 'user', index, length, userId: mentionee.userId, isSelf }
}
