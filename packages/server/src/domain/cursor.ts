import { hash, timingSafeEqual } from 'node:crypto'
import { invalid } from './refusal.ts'

/**
 * A place in a list and the query it belongs to. Signed for one list of one channel, so that a forged, damaged or foreign
 * cursor is refused and never yields a wrong page.
 */
export type Cursor = { query: Record<string, string>; after: (number | string)[] }

export type CursorScope = { list: string; channelId: string; secret: string }

/** 128 bits in base64url. */
const signatureLength = 22

export function encodeCursor({ query, after }: Cursor, scope: CursorScope): string {
  const payload = Buffer.from(JSON.stringify([query, after])).toString('base64url')
  return payload + sign(payload, scope)
}

/** The cursor, if it was made for this list of this channel by whoever holds the secret. */
export function decodeCursor(text: string, scope: CursorScope): Cursor {
  const payload = text.slice(0, -signatureLength)
  const signature = Buffer.from(text.slice(-signatureLength))
  const wanted = Buffer.from(sign(payload, scope))
  if (signature.length !== wanted.length || !timingSafeEqual(signature, wanted)) throw notOurs()
  const [query, after] = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return { query, after }
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
 * A secret before the text makes a sound signature here, in one cheap call: half of the hash is cut off, and without it
 * nobody can carry the hash on over a longer text.
 */
function sign(payload: string, { list, channelId, secret }: CursorScope): string {
  return hash('sha256', `${secret} ${list} ${channelId} ${payload}`, 'base64url').slice(0, signatureLength)
}

function notOurs() {
  return invalid('cursor is not one that this list gave out')
}
