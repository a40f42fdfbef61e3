import { hash } from 'node:crypto'
import { invalid } from './refusal.ts'

/**
 * A position in a list and the query it belongs to. Signed for one list of one channel, so that a forged, damaged or foreign
 * cursor is refused and never returns a wrong page.
 */
export type Cursor = { query: Record<string, string>; after: string[] }

export type CursorScope = { list: string; channelId: string; secret: string }

/** 128 bits in base64url. */
const signatureLength = 22

/** Words separated by `~`: the query's names and values, an empty one, the position; then the signature. */
export function encodeCursor(
  { query, after }: { query: Record<string, string | undefined>; after: (number | string)[] },
  scope: CursorScope,
) {
  let payload = ''
  for (const name in query) if (query[name] !== undefined) payload += `${name}~${encodeWord(query[name])}~`
  for (const word of after) payload += `~${encodeWord(word)}`
  return `${payload}~${sign(payload, scope)}`
}

/** The cursor, if it was created for this list of this channel with our secret. */
export function decodeCursor(text: string, scope: CursorScope): Cursor {
  const payload = text.slice(0, -signatureLength - 1)
  if (!isSame(text, `${payload}~${sign(payload, scope)}`)) throw notOurs()
  const words = payload.split('~')
  const query: Cursor['query'] = {}
  let index = 0
  for (; words[index] !== ''; index += 2) query[words[index] as string] = decodeWord(words[index + 1] as string)
  return { query, after: words.slice(index + 1).map(decodeWord) }
}

/** Parameters left out come from the cursor; one that differs is refused. */
export function mergeQuery(cursor: Cursor, given: Record<string, string | undefined>): Record<string, string> {
  for (const name in given) {
    const value = given[name]
    if (value !== undefined && value !== cursor.query[name]) {
      throw invalid(`${name} differs from the one the cursor was made with; leave it out or start without a cursor`)
    }
  }
  return cursor.query
}

/**
 * Hashing the secret and the text is a safe signature here, in one cheap call: half of the hash is cut off, so no one can
 * extend it to a longer text.
 */
function sign(payload: string, { list, channelId, secret }: CursorScope): string {
  return hash('sha256', `${secret} ${list} ${channelId} ${payload}`, 'base64url').slice(0, signatureLength)
}

/** Compares in constant time. */
function isSame(text: string, wanted: string): boolean {
  let difference = text.length ^ wanted.length
  for (let index = 0; index < wanted.length; index++) difference |= text.charCodeAt(index) ^ wanted.charCodeAt(index)
  return difference === 0
}

/** Nearly all words are plain; any other, or an empty one, is written after a dot in base64url. */
function encodeWord(word: number | string | undefined): number | string | undefined {
  return typeof word === 'string' && !/^[\w-]+$/.test(word) ? `.${Buffer.from(word).toString('base64url')}` : word
}

function decodeWord(word: string): string {
  return word.startsWith('.') ? Buffer.from(word.slice(1), 'base64url').toString() : word
}

function notOurs() {
  return invalid('cursor is not valid for this list; start without a cursor')
}
