import type { messagingApi } from '@line/bot-sdk'
import type { Choice, Mention, OutgoingMessage, Part } from '../../../domain/assistant/outgoing-message.ts'
import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { ChannelRef } from '../../../ports/connector.ts'
import { splitText } from './split-text.ts'

const mostMessages = 5
/** In UTF-16 units, as JavaScript counts. */
const mostLength = 5_000
const mostMentions = 20
const mostChoices = 13
/** In grapheme clusters. */
const longestLabel = 20
/** Of the address that a button opens. */
const longestUrl = 1_000
/** Of the text that a button sends. */
const longestChoice = 300

/** A reply token is valid for a minute: waiting longer for one response leaves no time for a retry. */
export const timeLimitMs = 5_000

/**
 * Sends the text with mentions if the chat supports them. Mentioning a person who has left is refused, and a refused request
 * sends nothing: then it is sent with plain names, with the same token or key.
 */
export async function toLineMessages(
  speech: OutgoingMessage,
  { type }: Pick<ChannelRef, 'type'>,
  send: (messages: messagingApi.Message[]) => Promise<void>,
): Promise<void> {
  const plain = () => toMessages(speech, { mentions: false })
  if (type === 'user' || !hasMentions(speech)) return send(plain())
  try {
    await send(toMessages(speech, { mentions: true }))
  } catch (error) {
    if (!(error instanceof PlatformRefusal && error.code === 'invalid')) throw error
    await send(plain())
  }
}

function hasMentions({ parts }: OutgoingMessage): boolean {
  return parts.some((part) => part.kind === 'text' && part.pieces.some((piece) => typeof piece !== 'string'))
}

/** Throws if there is nothing to send, or too much. */
function toMessages(
  { parts, choices = [], link }: OutgoingMessage,
  options: { mentions: boolean },
): messagingApi.Message[] {
  const render = (given: Part[]) => given.flatMap((part) => renderPart(part, options.mentions))
  let messages = render(parts)
  if (messages.length > mostMessages) messages = render(join(parts))
  if (messages.length === 0) throw new PlatformRefusal('unsayable', 'it contains no visible text and no picture')
  // All or nothing: half an answer may mean the opposite, and the log would show it as sent.
  if (messages.length > mostMessages)
    throw new PlatformRefusal(
      'unsayable',
      `it needs ${messages.length} messages; LINE allows at most ${mostMessages} with ${mostLength} characters each`,
    )
  if (link && messages.length < mostMessages && link.url.length <= longestUrl) messages.push(toLinkButton(link))
  const last = messages.at(-1)
  if (last && choices.length > 0) last.quickReply = { items: choices.slice(0, mostChoices).map(toButton) }
  return messages
}

/** Joins consecutive texts, with an empty line between them. */
function join(parts: Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    if (part.kind !== 'text' || before?.kind !== 'text') joined.push(part)
    else joined[joined.length - 1] = { kind: 'text', pieces: [...before.pieces, '\n\n', ...part.pieces] }
  }
  return joined
}

function renderPart(part: Part, mentions: boolean): messagingApi.Message[] {
  if (part.kind === 'picture') return [{ type: 'image', originalContentUrl: part.url, previewImageUrl: part.url }]
  const pieces = mentions ? part.pieces : [part.pieces.map(named).join('')]
  return splitText(pieces, mostLength).map((piece) => renderText(piece))
}

/** Braces have a meaning only if there is someone to mention. */
function renderText(pieces: (string | Mention)[]): messagingApi.Message {
  const mentioned = pieces.filter((piece) => typeof piece !== 'string').slice(0, mostMentions)
  if (mentioned.length === 0) return { type: 'text', text: pieces.map(named).join('') }
  const substitution: messagingApi.TextMessageV2['substitution'] = {}
  let text = ''
  for (const piece of pieces) {
    const place = typeof piece === 'string' ? -1 : mentioned.indexOf(piece)
    if (typeof piece === 'string' || place < 0) {
      text += doubleBraces(named(piece))
      continue
    }
    text += `{m${place}}`
    substitution[`m${place}`] = { type: 'mention', mentionee: { type: 'user', userId: piece.userId } }
  }
  return { type: 'textV2', text, substitution }
}

function named(piece: string | Mention): string {
  return typeof piece === 'string' ? piece : `@${piece.name}`
}

function doubleBraces(text: string): string {
  return text.replace(/[{}]/g, '$&$&')
}

function toLinkButton({ text, label, url }: NonNullable<OutgoingMessage['link']>): messagingApi.Message {
  const actions: messagingApi.URIAction[] = [{ type: 'uri', label: shortLabel(label), uri: url }]
  return { type: 'template', altText: text, template: { type: 'buttons', text, actions } }
}

function shortLabel(label: string): string {
  const letters = [...new Intl.Segmenter().segment(label)].map(({ segment }) => segment)
  return letters.slice(0, longestLabel).join('')
}

function toButton({ label, text }: Choice): messagingApi.QuickReplyItem {
  const action: messagingApi.MessageAction = {
    type: 'message',
    label: shortLabel(label),
    text: text.slice(0, longestChoice).toWellFormed(),
  }
  return { type: 'action', action }
}
