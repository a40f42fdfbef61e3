import type { MessageBody, MessageEntity } from '../bot-api.ts'
import {
  inventFile,
  inventSound,
  inventSticker,
  inventVideo,
  nameFile,
  storeFile,
  storePhoto,
  storeThumbnail,
} from '../files/stored-files.ts'
import type { World } from '../world.ts'
import { findEntities } from './entities.ts'

/** The content of a message. A string is a text. */
export type Content = string | TextContent | MediaContent | PlaceContent | OtherContent

/** `entities` replaces the ones that the platform finds itself. */
export type TextContent = { type: 'text'; text: string; entities?: MessageEntity[] }

/** Without `bytes`, a playable file is generated. `sizeBytes` pretends that it is larger. */
type Hosted = { bytes?: Buffer; sizeBytes?: number; caption?: string; captionEntities?: MessageEntity[] }

export type MediaContent =
  | (Hosted & { type: 'photo' | 'live_photo' })
  | (Hosted & { type: 'video' | 'animation'; durationSeconds?: number; fileName?: string })
  | (Hosted & { type: 'video_note'; durationSeconds?: number })
  | (Hosted & { type: 'voice'; durationSeconds?: number })
  | (Hosted & { type: 'audio'; durationSeconds?: number; fileName?: string; performer?: string; title?: string })
  /** Without `fileName`, the platform sends none. */
  | (Hosted & { type: 'document'; fileName?: string; mimeType?: string })
  | (Hosted & { type: 'sticker'; emoji?: string; setName?: string; mood?: number })

export type PlaceContent =
  | { type: 'location'; latitude: number; longitude: number; livePeriodSeconds?: number }
  | { type: 'venue'; latitude: number; longitude: number; title: string; address: string }

export type OtherContent =
  | { type: 'contact'; phoneNumber: string; firstName: string; userId?: number; vcard?: string }
  | { type: 'poll'; question: string; options: string[] }
  | { type: 'dice'; emoji?: string; value?: number }
  /** Long texts with headings and lists that bots and some people send. */
  | { type: 'rich_message'; paragraphs: string[] }
  /** Any other kind, such as a service message or one that doesn't exist yet. */
  | { type: 'other'; fields: Record<string, unknown> }

const usualSeconds = 2

/** The fields of a message. Its files are stored. */
export function describeContent(world: World, content: Content): MessageBody {
  if (typeof content === 'string') return describeText(world, { type: 'text', text: content })
  switch (content.type) {
    case 'text':
      return describeText(world, content)
    case 'location':
    case 'venue':
      return describePlace(content)
    case 'contact':
    case 'poll':
    case 'dice':
    case 'rich_message':
    case 'other':
      return describeOther(world, content)
    case 'photo':
    case 'live_photo':
    case 'video':
    case 'video_note':
    case 'animation':
    case 'voice':
    case 'audio':
    case 'document':
    case 'sticker':
      return { ...describeMedia(world, content), ...describeCaption(content) }
  }
}

function describeText(_world: World, { text, entities = findEntities(text) }: TextContent): MessageBody {
  return { text, ...(entities.length > 0 ? { entities } : {}) }
}

export function describeCaption({ caption, captionEntities }: Hosted): MessageBody {
  if (caption === undefined) return {}
  const entities = captionEntities ?? findEntities(caption)
  return { caption, ...(entities.length > 0 ? { caption_entities: entities } : {}) }
}

function describeMedia(world: World, content: MediaContent): MessageBody {
  const { sizeBytes } = content
  const name = world.ids.opaque(8)
  const seconds = 'durationSeconds' in content ? (content.durationSeconds ?? usualSeconds) : usualSeconds
  const store = (kind: Parameters<typeof storeFile>[1]['kind'], bytes: () => Buffer, fileName: string) =>
    nameFile(world, storeFile(world, { kind, bytes: content.bytes ?? bytes(), name: fileName, sizeBytes }))
  const video = () => inventVideo(name, seconds * 1_000)
  const sound = () => inventSound(name, seconds * 1_000)
  switch (content.type) {
    case 'photo':
      return { photo: storePhoto(world, content) }
    case 'live_photo': {
      const photo = storePhoto(world, content)
      const file = nameFile(world, storeFile(world, { kind: 'videos', bytes: video(), name: 'live.mp4' }))
      return {
        photo,
        live_photo: { ...file, photo, width: 1_280, height: 960, duration: seconds, mime_type: 'video/mp4' },
      }
    }
    case 'video':
    case 'animation': {
      const { fileName } = content
      const isVideo = content.type === 'video'
      const file = {
        ...store(isVideo ? 'videos' : 'animations', video, fileName ?? 'file.mp4'),
        duration: seconds,
        width: 1_280,
        height: 720,
        mime_type: 'video/mp4',
        thumbnail: storeThumbnail(world),
        ...(fileName === undefined ? {} : { file_name: fileName }),
      }
      if (isVideo) return { video: file }
      // Bots that don't know animations see a file.
      const { duration: _, width: __, height: ___, ...document } = file
      return { animation: file, document }
    }
    case 'video_note': {
      const file = store('video_notes', video, 'file.mp4')
      return { video_note: { ...file, duration: seconds, length: 240, thumbnail: storeThumbnail(world) } }
    }
    case 'voice':
      return { voice: { ...store('voice', sound, 'file.oga'), duration: seconds, mime_type: 'audio/ogg' } }
    case 'audio': {
      const { fileName, performer, title } = content
      const about = {
        ...(performer ? { performer } : {}),
        ...(title ? { title } : {}),
        ...(fileName ? { file_name: fileName } : {}),
      }
      const file = store('music', sound, fileName ?? 'file.m4a')
      return { audio: { ...file, duration: seconds, mime_type: 'audio/mp4', ...about } }
    }
    case 'document': {
      const { fileName, mimeType = 'application/octet-stream' } = content
      const file = store('documents', () => inventFile(name, fileName ?? 'file.bin'), fileName ?? 'file.bin')
      return { document: { ...file, mime_type: mimeType, ...(fileName ? { file_name: fileName } : {}) } }
    }
    case 'sticker': {
      const { emoji, setName, mood = 0 } = content
      const file = store('stickers', () => inventSticker(mood), 'file.webp')
      const about = { ...(emoji ? { emoji } : {}), ...(setName ? { set_name: setName } : {}) }
      const kind = { type: 'regular', is_animated: false, is_video: false }
      return { sticker: { ...file, ...kind, width: 512, height: 512, ...about } }
    }
  }
}

function describePlace(content: PlaceContent): MessageBody {
  const { latitude, longitude } = content
  if (content.type === 'venue') {
    const { title, address } = content
    const location = { latitude, longitude }
    return { venue: { location, title, address }, location }
  }
  const { livePeriodSeconds } = content
  const live = livePeriodSeconds === undefined ? {} : { live_period: livePeriodSeconds, heading: 90 }
  return { location: { latitude, longitude, ...live } }
}

function describeOther(world: World, content: OtherContent): MessageBody {
  switch (content.type) {
    case 'contact': {
      const { phoneNumber, firstName, userId, vcard } = content
      const known = { ...(userId === undefined ? {} : { user_id: userId }), ...(vcard ? { vcard } : {}) }
      return { contact: { phone_number: phoneNumber, first_name: firstName, ...known } }
    }
    case 'poll':
      return { poll: describePoll(world, content) }
    case 'dice':
      return { dice: { emoji: content.emoji ?? '🎲', value: content.value ?? 4 } }
    case 'rich_message':
      return { rich_message: { blocks: content.paragraphs.map((text) => ({ type: 'paragraph', text })) } }
    case 'other':
      return content.fields
  }
}

function describePoll(world: World, { question, options }: { question: string; options: string[] }) {
  return {
    id: world.ids.number(),
    question,
    options: options.map((text, index) => ({ persistent_id: String(index), text, voter_count: 0 })),
    total_voter_count: 0,
    is_closed: false,
    is_anonymous: true,
    type: 'regular',
    allows_multiple_answers: false,
    allows_revoting: true,
    members_only: false,
  }
}
