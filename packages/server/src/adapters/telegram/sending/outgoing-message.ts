import type { Choice, OutgoingMessage, Part } from '../../../domain/assistant/outgoing-message.ts'
import { type Piece, splitText } from '../../../domain/assistant/split-text.ts'
import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { Destination } from '../receiving/read-common.ts'

const longestText = 4096
const longestCaption = 1024
const mostMessages = 10
const mostChoices = 12
const longestChoice = 256

/** One call. `text`: what is said if the picture can't be fetched. */
export type Call =
  | { method: 'sendMessage'; parameters: object }
  | { method: 'sendPhoto'; parameters: object; withoutPicture: Call | undefined }

type Draft = { pieces: Piece[]; picture?: string; isTextFirst?: boolean }

/**
 * The calls that send it, in order. A text beside a picture becomes its caption, so that both arrive together. The address of a
 * link is in its text already: Telegram refuses buttons with addresses that aren't public.
 */
export function toCalls(speech: OutgoingMessage, to: Destination): Call[] {
  const drafts = toDrafts(speech.parts)
  if (drafts.length === 0) throw new PlatformRefusal('unsayable', 'it contains no visible text and no picture')
  if (drafts.length > mostMessages) {
    throw new PlatformRefusal(
      'unsayable',
      `it needs ${drafts.length} messages; at most ${mostMessages} are sent at once`,
    )
  }
  return drafts.map((draft, index) => {
    const isLast = index === drafts.length - 1
    return toCall(draft, {
      ...commonParameters(to, index === 0),
      ...(isLast ? keyboard(speech.choices ?? [], to) : {}),
      // A preview would open the address, which may work only once.
      ...(speech.link ? { link_preview_options: { is_disabled: true } } : {}),
    })
  })
}

function toDrafts(parts: readonly Part[]): Draft[] {
  const drafts: Draft[] = []
  for (const part of parts) {
    const last = drafts.at(-1)
    if (part.kind === 'picture') {
      if (last && last.picture === undefined && lengthOf(last.pieces) <= longestCaption) {
        drafts[drafts.length - 1] = { pieces: last.pieces, picture: part.url, isTextFirst: true }
      } else drafts.push({ pieces: [], picture: part.url })
      continue
    }
    const texts = splitText(part.pieces, longestText, lengthOfPiece)
    const [first, ...others] = texts
    if (last?.picture !== undefined && last.pieces.length === 0 && first && lengthOf(first) <= longestCaption) {
      last.pieces = first
      drafts.push(...others.map((pieces) => ({ pieces })))
    } else drafts.push(...texts.map((pieces) => ({ pieces })))
  }
  return drafts
}

function toCall({ pieces, picture, isTextFirst }: Draft, common: object): Call {
  const text = pieces.map(textOf).join('')
  const entities = mentionsOf(pieces)
  const said: Call | undefined =
    text === ''
      ? undefined
      : { method: 'sendMessage', parameters: { ...common, text, ...(entities.length > 0 ? { entities } : {}) } }
  if (picture === undefined) return said ?? { method: 'sendMessage', parameters: { ...common, text } }
  // What a text's link would show has no meaning for a picture.
  const { link_preview_options: _, ...others } = common as { link_preview_options?: unknown }
  return {
    method: 'sendPhoto',
    parameters: {
      ...others,
      photo: picture,
      ...(text === '' ? {} : { caption: text }),
      ...(entities.length > 0 ? { caption_entities: entities } : {}),
      ...(isTextFirst ? { show_caption_above_media: true } : {}),
    },
    withoutPicture: said,
  }
}

/** Only people can be mentioned, and not chats that speak. Offsets are counted in UTF-16 units. */
function mentionsOf(pieces: readonly Piece[]): object[] {
  const entities: object[] = []
  let offset = 0
  for (const piece of pieces) {
    const { length } = textOf(piece)
    const id = typeof piece === 'string' ? undefined : /^tg:(\d{1,16})$/.exec(piece.userId)?.[1]
    if (typeof piece !== 'string' && id !== undefined && length > 0) {
      const user = { id: Number(id), is_bot: false, first_name: piece.name }
      entities.push({ type: 'text_mention', offset, length, user })
    }
    offset += length
  }
  return entities
}

/** The question may be gone by now. */
function commonParameters({ chat, message, topic }: Destination, isFirst: boolean): object {
  return {
    chat_id: chat,
    ...(topic === undefined ? {} : { message_thread_id: topic }),
    ...(message === undefined || !isFirst
      ? {}
      : { reply_parameters: { message_id: message, allow_sending_without_reply: true } }),
  }
}

/** A button sends its own words as the person's message. In a group, only the person who is answered sees the buttons. */
function keyboard(choices: readonly Choice[], { chat, message }: Destination): object {
  if (choices.length === 0) return {}
  const rows = choices.slice(0, mostChoices).map(({ text }) => [{ text: text.slice(0, longestChoice).toWellFormed() }])
  return {
    reply_markup: {
      keyboard: rows,
      resize_keyboard: true,
      one_time_keyboard: true,
      ...(chat < 0 && message !== undefined ? { selective: true } : {}),
    },
  }
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + lengthOfPiece(piece), 0)
}

/** In UTF-16 units. */
function lengthOfPiece(piece: Piece): number {
  return textOf(piece).length
}

function textOf(piece: Piece): string {
  return typeof piece === 'string' ? piece : piece.name
}
