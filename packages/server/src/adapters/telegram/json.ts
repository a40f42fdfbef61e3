/** An object of the Bot API before validation: every member may be missing, null or anything else. */
export type Json = Readonly<Record<string, unknown>>

/** Null is as good as missing. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

export function listOf<T>(value: unknown, find: (one: unknown) => T | undefined): T[] {
  if (!Array.isArray(value)) return []
  return value.map(find).filter((one) => one !== undefined)
}
