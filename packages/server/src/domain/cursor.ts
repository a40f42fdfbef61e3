import { createHmac, timingSafeEqual } from 'node:crypto'
import { invalid } from './refusal.ts'

/**
 * A place in a list and the query it belongs to. Signed, so that a forged, damaged or foreign cursor is refused and
 * never yields a wrong page.
 */
export type Cursor = { list: string; channelId: string; query: Record<string, string>; after: (number | string)[] }

const signatureLength = 16

export function encodeCursor(cursor: Cursor, secret: Buffer): string {
  const payload = Buffer.from(JSON.stringify([cursor.list, cursor.channelId, cursor.query, cursor.after]))
  return Buffer.concat([sign(payload, secret), payload]).toString('base64url')
}

/** The cursor, if it was made for this list of this channel by whoever holds the secret. */
export function decodeCursor(text: string, expected: { list: string; channelId: string }, secret: Buffer): Cursor {
  const bytes = Buffer.from(text, 'base64url')
  // Decoding skips what is not base64url and ignores spare bits: only the one right spelling passes.
  if (bytes.length <= signatureLength || bytes.toString('base64url') !== text) throw notOurs()
  const payload = bytes.subarray(signatureLength)
  if (!timingSafeEqual(sign(payload, secret), bytes.subarray(0, signatureLength))) throw notOurs()
  const [list, channelId, query, after] = JSON.parse(payload.toString())
  if (list !== expected.list || channelId !== expected.channelId) throw notOurs()
  return { list, channelId, query, after }
}

/** Parameters left out come from the cursor; one that differs is refused. */
export function mergeQuery(cursor: Cursor, given: Record<string, string | undefined>): Record<string, string> {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && value !== cursor.query[name]) {
      throw invalid(`${name} differs from the one the cursor was made with; leave it out or start without a cursor`)
    }
  }
  return cursor.query
}

function sign(payload: Buffer, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(payload).digest().subarray(0, signatureLength)
}

function notOurs() {
  return invalid('cursor is not one that this list gave out')
}
