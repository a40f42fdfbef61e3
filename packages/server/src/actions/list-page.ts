import { type Cursor, type CursorScope, decodeCursor, encodeCursor, mergeQuery } from '../domain/cursor.ts'
import { encodeUtf8 } from '../domain/encode-utf8.ts'

export const standardPageSize = 50

/** The position and query of a list request: from the cursor if there is one, otherwise from the parameters. */
export function readCursor(
  cursor: string | undefined,
  given: Record<string, string | undefined>,
  scope: CursorScope,
): { query: Record<string, string | undefined>; after: Cursor['after'] | undefined } {
  if (cursor === undefined) return { query: given, after: undefined }
  const decoded = decodeCursor(cursor, scope)
  return { query: mergeQuery(decoded, given), after: decoded.after }
}

/** The cursor after a page's last item; null if there are no more. */
export function nextCursor(
  after: (number | string)[] | undefined,
  query: Record<string, string | undefined>,
  scope: CursorScope,
): string | null {
  return after === undefined ? null : encodeCursor({ query, after }, scope)
}

/** The response bytes: rendered items between `{"<name>":[` and the cursor. */
export function pageBytes(name: 'messages' | 'items', items: Uint8Array, cursor: string | null): Buffer {
  const head = `{"${name}":[`
  const tail = `],"nextCursor":${JSON.stringify(cursor)}}`
  const bytes = takeBytes(head.length + items.length + tail.length)
  bytes.write(head, 'latin1')
  bytes.set(items, head.length)
  bytes.write(tail, head.length + items.length, 'latin1')
  return bytes
}

/** The same for items that are strings, followed by the other members of the response. */
export function itemsBytes<Page>(
  name: string & keyof Page,
  items: readonly string[],
  others: Omit<Page, typeof name>,
): Buffer {
  let text = `{"${name}":[`
  for (const [at, item] of items.entries()) text += at === 0 ? item : `,${item}`
  return encodeUtf8(`${text}],${JSON.stringify(others).slice(1)}`)
}

/** Pages are many and short-lived, so they are cut from a larger buffer, which is cheaper than one allocation each. */
const pieceBytes = 256 * 1024
let piece = Buffer.alloc(0)
let used = 0

function takeBytes(length: number): Buffer {
  if (length > pieceBytes / 4) return Buffer.allocUnsafeSlow(length)
  if (used + length > piece.length) {
    piece = Buffer.allocUnsafeSlow(pieceBytes)
    used = 0
  }
  used += length
  return piece.subarray(used - length, used)
}
