import type { Message } from '@innkeeper/contract'
import type { MessageDetails } from './message-json.ts'

/**
 * What someone wrote in a message: its text, or the caption of a file, empty if it has none. Undefined for messages that can't have
 * any. It is what edits change, what earlier versions contain, and what the assistant answers.
 */
export function writtenText(message: Message): string | undefined {
  switch (message.type) {
    case 'text':
      return message.content
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return message.caption ?? ''
    case 'location':
    case 'sticker':
      return undefined
  }
}

/** The same message with another text or caption. An empty caption is none. */
export function withWrittenText(message: Message, text: string): Message {
  if (message.type === 'text') return { ...message, content: text }
  if (!('mediaKey' in message)) return message
  const { caption: _, ...rest } = message
  return text === '' ? rest : { ...rest, caption: text }
}

/**
 * What is asked: "@inn_bot, opening hours?" asks the same as "opening hours?". A message with nothing but the bot's name stays as it
 * is. `mentions`: of this text. They come from the platform and may not fit.
 */
export function questionIn(text: string, mentions: MessageDetails['mentions'] = []): string {
  const own = mentions
    .filter(({ isBot, index, length }) => isBot === true && index >= 0 && length > 0 && index + length <= text.length)
    .toSorted((one, other) => one.index - other.index)
  if (own.length === 0) return text
  let question = ''
  let end = 0
  for (const { index, length } of own) {
    question = append(question, text.slice(end, index))
    end = Math.max(end, index + length)
  }
  question = append(question, text.slice(end)).trim()
  return question === '' ? text : question
}

/** With one space where the name was, and at the beginning without the comma that follows it. */
function append(before: string, after: string): string {
  const kept = before.trimEnd()
  return kept === '' ? after.replace(/^[\s,:;、，：]+/, '') : `${kept} ${after.trimStart()}`
}
