import type { Message } from '@innkeeper/contract'
import { fill } from '../../fill-text.ts'
import { textOfSpan } from './export-words.ts'
import type { LocalTime } from './local-clock.ts'
import { cleanName, cleanText } from './plain-text.ts'
import type { HappeningEntry, MessageEntry } from './records.ts'
import type { ExportWords } from './words/words.ts'

/** What was written under a file; undefined if nothing was. */
export function captionOf(message: Message): string | undefined {
  return 'mediaKey' in message && message.caption !== undefined ? cleanText(message.caption) : undefined
}

/** What a message says, with its caption. */
export function describeMessage(message: Message, words: Pick<ExportWords, 'types'>): string {
  const caption = captionOf(message)
  return caption === undefined ? describeContent(message, words) : `${describeContent(message, words)} ${caption}`
}

/** What a message says without its caption, as plain text. What isn't text stands in brackets. */
export function describeContent(message: Message, { types }: Pick<ExportWords, 'types'>): string {
  switch (message.type) {
    case 'text':
      return cleanText(message.content)
    case 'file':
      return `[${types.file}: ${cleanName(message.fileName)}]`
    case 'image':
    case 'video':
    case 'audio':
    case 'sticker':
      return `[${types[message.type]}]`
    case 'location': {
      const { latitude, longitude } = message
      return `[${types.location}: ${[cleanName(message.address), `${latitude}, ${longitude}`].filter(Boolean).join(', ')}]`
    }
  }
}

/** A happening as lines: what happened, and since when nothing was saved. */
export function describeHappening(
  { what, person, oldName, newName, time, missingSince }: HappeningEntry,
  words: ExportWords,
  localTime: (ms: number) => LocalTime,
): string[] {
  const moment = (ms: number) => {
    const { date, time } = localTime(ms)
    return `${date} ${time}`
  }
  const line = fill(words.happening[what], {
    name: person === null ? words.someone : cleanName(person.name),
    from: cleanName(oldName ?? ''),
    to: cleanName(newName ?? ''),
  })
  if (missingSince === null) return [line]
  return [line, fill(textOfSpan(words, what), { from: moment(missingSince), to: moment(time) })]
}

/** What is said about a message in brackets: that it was edited, or isn't from the platform. */
export function listRemarks({ editedAt, imported }: MessageEntry, words: ExportWords): string[] {
  return [...(editedAt === null ? [] : [words.edited]), ...(imported === undefined ? [] : [words.imported])]
}

/** What a reply refers to; undefined if it is none. */
export function describeReply({ quoted }: MessageEntry, words: ExportWords): string | undefined {
  if (!quoted) return undefined
  if (!quoted.message) return words.inReplyToEarlier
  return fill(words.inReplyTo, { name: cleanName(quoted.message.sender.name) })
}

/** The path of the file of a message, if it is in the export. */
export function findFilePath({ media }: MessageEntry): string | undefined {
  return media?.state === 'stored' ? (media.path ?? undefined) : undefined
}
