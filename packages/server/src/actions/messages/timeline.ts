import type { Happening, Message, TimelineItem, TimelineMessage } from '@innkeeper/contract'
import { previewType } from '../../domain/media/picture.ts'
import { extendMessage, type MessageDetails } from '../../domain/messages/message-json.ts'
import { writtenText } from '../../domain/messages/message-text.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { AnswerItemRecord, HappeningRecord, MessageRecord, TimelineRecord } from '../../ports/reading.ts'
import type { Pictures } from '../media/pictures.ts'
import { originOf } from './origin.ts'

/** Who the items are shown to: messages older than `visibleFrom` are hidden, also when they are quoted. */
export type TimelineView = { pictures: Pictures; visibleFrom: number }

/** Items are rendered as strings, composed from the JSON in which messages are stored. */
export function renderTimelineItem(record: TimelineRecord, view: TimelineView): string {
  switch (record.kind) {
    case 'message':
      return renderTimelineMessage(record.message, view)
    case 'answer':
      return JSON.stringify(toTimelineAnswer(record.answer))
    case 'happening':
      return JSON.stringify(toTimelineHappening(record.happening, view))
    case 'gap':
      return JSON.stringify({ kind: 'gap', at: toTimestamp(record.position.time) } satisfies TimelineItem)
  }
}

/** The caller has already decided whether the reader can see this message. */
export function renderTimelineMessage(record: MessageRecord, view: TimelineView): string {
  const pictureUrl = view.pictures.urlOf(record.message.sender.id, record.senderPicture)
  return extendMessage(record.json, 'message', {
    ofSender: `,"pictureUrl":${JSON.stringify(pictureUrl)}`,
    ofMessage: isBare(record) ? bareSurroundings : membersText(toSurroundings(record, view)),
  })
}

export function toTimelineAnswer({ sendId, at, ...answer }: AnswerItemRecord): TimelineItem {
  return { kind: 'answer', id: String(sendId), at: toTimestamp(at), ...answer }
}

export function toTimelineHappening(
  { position, what, person, oldName, newName, since }: HappeningRecord,
  { pictures, visibleFrom }: TimelineView,
): Happening {
  return {
    kind: 'happening',
    id: `${position.time}-${position.seq}`,
    at: toTimestamp(position.time),
    what,
    person: person && {
      id: person.userId,
      name: person.displayName,
      pictureUrl: pictures.urlOf(person.userId, person.picture),
    },
    from: oldName,
    to: newName,
    // Readers learn nothing about the time before they joined.
    missingSince: since === null ? null : toTimestamp(Math.max(since, visibleFrom)),
  }
}

type Surroundings = Omit<TimelineMessage, 'kind' | keyof Message>

function toSurroundings(record: MessageRecord, view: TimelineView): Surroundings {
  const { message, details, media } = record
  return {
    isFromBot: details?.isFromBot === true,
    edited: record.editedAt !== null,
    editedAt: toTimestampOrNull(record.editedAt),
    quoted: toQuoted(record, view.visibleFrom),
    imageSet: toImageSet(details),
    topic: toTopic(details),
    mentions: toMentions(message, details),
    title: titleOf(message, details),
    mediaState: media?.state ?? null,
    lostReason: media?.state === 'lost' ? (media.reason ?? '') : null,
    preview: media?.preview ?? null,
    ...originOf(record),
    sticker: toSticker(record, view),
  }
}

/** Most messages have no further properties. */
function isBare({ details, editedAt, media, sticker }: MessageRecord): boolean {
  return details === null && editedAt === null && media === null && sticker === null
}

const bareSurroundings = membersText({
  isFromBot: false,
  edited: false,
  editedAt: null,
  quoted: null,
  imageSet: null,
  topic: null,
  mentions: [],
  title: null,
  mediaState: null,
  lostReason: null,
  preview: null,
  precision: 'exact',
  imported: null,
  sticker: null,
})

function membersText(members: Surroundings): string {
  return `,${JSON.stringify(members).slice(1, -1)}`
}

function toSticker({ message, sticker }: MessageRecord, { pictures }: TimelineView): TimelineMessage['sticker'] {
  if (!sticker?.picture) return null
  const { sha256, width, height } = sticker.picture
  return { url: pictures.urlOf(message.id, { sha256, contentType: previewType }), width, height }
}

function toQuoted({ details, quoted }: MessageRecord, visibleFrom: number): TimelineMessage['quoted'] {
  const id = details?.quotedMessageId
  if (id === undefined) return null
  if (!quoted || quoted.sentAt < visibleFrom) return { id, sender: null, type: null, excerpt: '' }
  const { sender, type } = quoted.message
  return { id, sender: sender.name, type, excerpt: cut(wordsOf(quoted.message)) }
}

function wordsOf(message: Message): string {
  if (message.type === 'location') return message.address
  return writtenText(message) || (message.type === 'file' ? message.fileName : '')
}

const excerptLength = 100

/** The beginning, without half a surrogate pair at its end. */
function cut(text: string): string {
  if (text.length <= excerptLength) return text
  return text.slice(0, excerptLength).replace(/[\ud800-\udbff]$/, '')
}

function toImageSet(details: MessageDetails | null): TimelineMessage['imageSet'] {
  if (!details?.imageSet) return null
  const { id, index = null, total = null } = details.imageSet
  return { id, index, total }
}

function toTopic(details: MessageDetails | null): TimelineMessage['topic'] {
  return details?.topic ? { id: details.topic.id, name: details.topic.name ?? null } : null
}

/** Only those that fit the text, because an edit may come without new ones. */
function toMentions(message: Message, details: MessageDetails | null): TimelineMessage['mentions'] {
  const text = writtenText(message)
  if (text === undefined || !details?.mentions) return []
  return details.mentions
    .filter(({ index, length }) => index >= 0 && length > 0 && index + length <= text.length)
    .map(({ index, length, userId, isAll, isBot }) => ({
      start: index,
      length,
      userId: isAll || isBot ? null : (userId ?? null),
    }))
}

function titleOf(message: Message, details: MessageDetails | null): string | null {
  if (message.type === 'location' || message.type === 'audio') return details?.title ?? null
  if (message.type !== 'sticker') return null
  return details?.stickerText ?? details?.stickerKeywords?.[0] ?? null
}
