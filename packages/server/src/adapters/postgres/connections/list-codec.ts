import type { Value } from '../../sql/sql.ts'

export type ListType = 'bigint' | 'text'

/** The server's type numbers for the elements of a list. */
const oids: Record<ListType, number> = { bigint: 20, text: 25 }
const headLength = 20
const twoTo32 = 2 ** 32

/** A one-dimensional list in PostgreSQL's binary format: nothing in it needs to be quoted or scanned. */
export function encodeList(type: ListType, list: Value[]): Buffer {
  const bytes = Buffer.allocUnsafe(list.reduce<number>((sum, value) => sum + mostBytes(value), headLength))
  const isEmpty = list.length === 0
  bytes.writeInt32BE(isEmpty ? 0 : 1, 0)
  bytes.writeInt32BE(list.includes(null) ? 1 : 0, 4)
  bytes.writeInt32BE(oids[type], 8)
  if (isEmpty) return bytes.subarray(0, 12)
  bytes.writeInt32BE(list.length, 12)
  bytes.writeInt32BE(1, 16)
  let end = headLength
  for (const value of list) end = type === 'text' ? writeText(bytes, value, end) : writeNumber(bytes, value, end)
  return bytes.subarray(0, end)
}

/** Of one element with its length prefix; a character of a text takes at most three. */
function mostBytes(value: Value): number {
  return typeof value === 'string' ? 4 + 3 * value.length : 12
}

function writeText(bytes: Buffer, value: Value, at: number): number {
  if (value === null) return bytes.writeInt32BE(-1, at)
  const length = bytes.write(String(value), at + 4)
  bytes.writeInt32BE(length, at)
  return at + 4 + length
}

function writeNumber(bytes: Buffer, value: Value, at: number): number {
  if (value === null) return bytes.writeInt32BE(-1, at)
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number`)
  const high = Math.floor(Number(value) / twoTo32)
  bytes.writeInt32BE(8, at)
  bytes.writeInt32BE(high, at + 4)
  return bytes.writeUInt32BE(Number(value) - high * twoTo32, at + 8)
}
