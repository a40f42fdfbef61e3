import { createHmac } from 'node:crypto'
import type { ContentKind } from './alignment/history-side.ts'
import { minuteOf } from './alignment/history-side.ts'
import { comparableName, comparableText } from './comparable.ts'

// IDs of what was imported. The same message gets the same ID from every file, so importing it twice stores it once. No one can guess
// from an ID what was said, because the ID may outlive the message.

export type ImportedMessage =
  | {
      /** The message's ID on its platform. */
      sourceId: string
    }
  | {
      at: number
      /** The ID of a person here, or one that `importedPersonId` made. Never the name in the file, which each phone has its own. */
      person: string
      kind: ContentKind
      text: string
      /** Which of equal new messages in that minute it is. */
      ordinal: number
    }

/** `secret` is the store's. */
export function importedMessageId(secret: string, channelId: string, message: ImportedMessage): string {
  const facts =
    'sourceId' in message
      ? ['source', message.sourceId]
      : ['content', minuteOf(message.at), message.person, message.kind, comparableText(message.text), message.ordinal]
  return `${messagePrefix}${codeOf(secret, ['imported message', channelId, ...facts])}`
}

/** Someone who has no ID here: known by the ID on their own platform, or else by their name. */
export type ImportedPerson = { platform: string; userId: string } | { name: string }

export function importedPersonId(secret: string, channelId: string, person: ImportedPerson): string {
  const facts = 'userId' in person ? ['user', person.platform, person.userId] : ['name', comparableName(person.name)]
  return `${personPrefix}${codeOf(secret, ['imported person', channelId, ...facts])}`
}

const messagePrefix = 'import_'
const personPrefix = 'import:'

/** Whether a message came from a file. IDs of platforms don't begin like this. */
export const isImportedId = (messageId: string) => messageId.startsWith(messagePrefix)

/** Whether it can be such an ID, exactly. Our own exports have them. */
export const isWholeImportedId = (messageId: string) => /^import_[a-z2-7]{26}$/.test(messageId)

/** Whether someone is only known from files. */
export const isImportedPerson = (userId: string) => userId.startsWith(personPrefix)

/** The key of a message's file, which follows from its ID, so that every import of the message makes the same JSON. */
export const importedMediaKey = (messageId: string) => `m_${messageId.slice(messagePrefix.length)}`

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const codeLength = 26

/** 130 bits of the HMAC in base32. JSON keeps the facts apart: no two lists of them have the same text. */
function codeOf(secret: string, facts: readonly (string | number)[]): string {
  const digest = createHmac('sha256', secret)
    .update(`innkeeper ${JSON.stringify(facts)}`)
    .digest()
  let code = ''
  let bits = 0
  let value = 0
  for (const byte of digest) {
    value = ((value << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) code += alphabet[(value >> (bits - 5)) & 31]
    if (code.length >= codeLength) break
  }
  return code.slice(0, codeLength)
}
