import type { MessageEntity } from '../bot-api.ts'

/** What the platform finds in a text by itself, and how. */
const patterns: [type: string, pattern: RegExp][] = [
  ['bot_command', /(?<![\w/])\/[A-Za-z0-9_]{1,32}(?:@[A-Za-z0-9_]{3,32})?(?!\w)/g],
  ['mention', /(?<![\w@/])@[A-Za-z][A-Za-z0-9_]{2,31}(?!\w)/g],
  ['url', /\bhttps?:\/\/[^\s<>"]+[^\s<>".,!?)]/g],
  ['hashtag', /(?<![\w#])#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu],
]

/** Offsets and lengths are in UTF-16 units, as JavaScript counts. */
export function findEntities(text: string): MessageEntity[] {
  const found: MessageEntity[] = []
  for (const [type, pattern] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const entity = { type, offset: match.index, length: match[0].length }
      if (!found.some((other) => overlap(other, entity))) found.push(entity)
    }
  }
  return found.toSorted((one, other) => one.offset - other.offset)
}

/** The error in entities that the bot gives; undefined if they fit the text. */
export function findEntityProblem(text: string, entities: readonly MessageEntity[]): string | undefined {
  for (const { offset, length } of entities) {
    const end = offset + length
    if (!Number.isInteger(offset) || !Number.isInteger(length) || offset < 0 || length < 0)
      return 'entity has an invalid offset or length'
    if (end > text.length)
      return `entity beginning at UTF-16 offset ${offset} ends after the end of the text at UTF-16 offset ${end}`
    if (splitsCharacter(text, offset)) return `entity begins in a middle of a UTF-16 symbol at byte offset ${offset}`
    if (splitsCharacter(text, end)) return `entity ends in a middle of a UTF-16 symbol at byte offset ${end}`
  }
  return undefined
}

/** The command at the start of a text and the bot it names. */
export function commandIn(text: string | undefined): { command: string; bot: string | undefined } | undefined {
  const [, command, bot] = /^\/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]+))?(?!\w)/.exec(text ?? '') ?? []
  return command === undefined ? undefined : { command, bot }
}

function overlap(one: MessageEntity, other: MessageEntity): boolean {
  return one.offset < other.offset + other.length && other.offset < one.offset + one.length
}

function splitsCharacter(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000
}
