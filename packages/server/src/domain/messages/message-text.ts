import type { Message } from '@innkeeper/contract'

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
