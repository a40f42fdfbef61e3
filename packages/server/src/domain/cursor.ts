import { hash, timingSafeEqual } from 'node:crypto'
import { invalid } from './refusal.ts'

/**
 * A place in a list and the query it belongs to. Signed, so that a forged, damaged or foreign cursor is refused and
 * never yields a wrong page.
 */
export type Cursor = { list: string; channelId: string; query: Record<string, string>; after: (number | string)[] }

/** 128 bits in base64url. */
const signatureLength = 22

export function encodeCursor({ list, channelId, query, after }: Cursor, secret: string): string {
  const payload = Buffer.from(JSON.stringify([list, channelId, query, after])).toString('base64url')
  return payload + sign(payload, secret)
}

/** The cursor, if it was made for this list of this channel by whoever holds the secret. */
export function decodeCursor(text: string, expected: { list: string; channelId: string }, secret: string): Cursor {
  const payload = text.slice(0, -signatureLength)
  const signature = Buffer.from(text.slice(-signatureLength))
  const wanted = Buffer.from(sign(payload, secret))
  if (signature.length !== wanted.length || !timingSafeEqual(signature, wanted)) throw notOurs()
  const [list, channelId, query, after] = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (list !== expected.list || channelId !== expected.channelId) throw notOurs()
  return { list, channelId, query, after }
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

/** SHA-512/256 hides its inner state, so that a secret put before the text is a sound signature, in one cheap call. */
function sign(payload: string, secret: string): string {
  return hash('sha512-256', secret + payload, 'base64url').slice(0, signatureLength)
}

function notOurs() {
  return invalid('cursor is not one that this list gave out')
}
