import type { Value } from './sql.ts'

/** The character of number zero cannot stand in a text of PostgreSQL; what stands for the unreadable takes its place. */
export function storable(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}
