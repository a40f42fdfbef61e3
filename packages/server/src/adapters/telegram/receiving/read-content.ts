import type { MessageContent, MessageDetails } from '../../../domain/messages/message-json.ts'
import type { FileRef } from '../../../ports/connector.ts'
import {
  findId,
  findText,
  isObject,
  NotUnderstood,
  readDegrees,
  readId,
  readText,
} from '../../http-client/untrusted-json.ts'
import { isGiven, type Json } from '../json.ts'
import { describeContent } from './described-content.ts'
import { findNumber, toMessageId } from './ids.ts'
import { findFile, findStillRef } from './read-files.ts'
import type { Bot } from './read-people.ts'
import { findMentions } from './read-text.ts'
import { flattenRichMessage } from './rich-text.ts'

export type ReadContent = { content: MessageContent; details: MessageDetails; file?: FileRef }

/**
 * What a message needs must be there and well-formed. Optional parts are left out if their form is unknown, so that no message is
 * lost because of them. Undefined: the message has no content that is known.
 */
export function findContent(message: Json, chat: number, bot: Bot): ReadContent | undefined {
  const read = findPlace(message) ?? findMedia(message, bot) ?? findSticker(message) ?? findWords(message, bot)
  if (read === undefined) return undefined
  Object.assign(read.details, findContext(message, chat))
  return read
}

/** A venue comes with the location it has. */
function findPlace({ venue, location }: Json): ReadContent | undefined {
  const place = isObject(venue) && isObject(venue.location) ? venue.location : location
  if (!isGiven(place)) return undefined
  if (!isObject(place)) throw new NotUnderstood("The message's location is not an object")
  const latitude = readDegrees(place.latitude, 90, 'The latitude')
  const longitude = readDegrees(place.longitude, 180, 'The longitude')
  const content: MessageContent = { type: 'location', latitude, longitude }
  const details: MessageDetails = {}
  if (isObject(venue)) {
    const address = findText(venue.address)
    const title = findText(venue.title)
    if (address !== undefined) content.address = address
    if (title !== undefined) details.title = title
  }
  return { content, details }
}

function findMedia(message: Json, bot: Bot): ReadContent | undefined {
  const read = findFile(message)
  if (read === undefined) return undefined
  const { content, file, title } = read
  const details: MessageDetails = {}
  const caption = findText(message.caption)
  if (caption !== undefined && caption !== '') {
    details.caption = caption
    noteMentions(details, caption, message.caption_entities, bot)
  }
  if (title !== undefined) details.title = title
  const album = findId(message.media_group_id)
  if (album !== undefined) details.imageSet = { id: album }
  return { content, details, file }
}

/** A sticker that belongs to no set has no package. */
function findSticker({ sticker }: Json): ReadContent | undefined {
  if (!isGiven(sticker)) return undefined
  if (!isObject(sticker)) throw new NotUnderstood("The message's sticker is not an object")
  const stickerId = readId(sticker.file_unique_id, "The sticker's id")
  const emoji = findText(sticker.emoji)
  const ref = findStillRef(sticker)
  return {
    content: { type: 'sticker', stickerId, packageId: findId(sticker.set_name) ?? '' },
    details: emoji === undefined ? {} : { stickerKeywords: [emoji] },
    ...(ref === undefined ? {} : { file: { ref } }),
  }
}

function findWords(message: Json, bot: Bot): ReadContent | undefined {
  const details: MessageDetails = {}
  if (isGiven(message.text)) {
    const text = readText(message.text, "The message's text")
    noteMentions(details, text, message.entities, bot)
    return { content: { type: 'text', text }, details }
  }
  const text = isGiven(message.rich_message) ? readRichText(message.rich_message) : describeContent(message)
  return text === undefined ? undefined : { content: { type: 'text', text }, details }
}

function readRichText(given: unknown): string {
  const text = flattenRichMessage(given)
  if (text === '') throw new NotUnderstood('The rich message has no text that can be read')
  return text
}

function noteMentions(details: MessageDetails, text: string, entities: unknown, bot: Bot): void {
  const mentions = findMentions(text, entities, bot)
  if (mentions.length > 0) details.mentions = mentions
}

/** Which message it replies to, and in which topic it is. A message in a topic looks like a reply to the topic's beginning. */
function findContext(message: Json, chat: number): MessageDetails {
  const details: MessageDetails = {}
  const { reply_to_message: replied, is_topic_message: isInTopic, message_thread_id: thread } = message
  const quoted = isObject(replied) ? findNumber(replied.message_id) : undefined
  const topic = isInTopic === true ? findNumber(thread) : undefined
  if (quoted !== undefined && quoted !== topic) details.quotedMessageId = toMessageId(chat, quoted)
  if (topic !== undefined) {
    details.topic = { id: String(topic) }
    const beginning = isObject(replied) && isObject(replied.forum_topic_created) ? replied.forum_topic_created : {}
    const name = findText(beginning.name)
    if (name !== undefined && quoted === topic) details.topic.name = name
  }
  return details
}
