/** Far deeper than anything a platform documents. JSON.stringify fails at a few thousand levels. */
export const mostLevels = 500

const mostRawBytes = 64 * 1024

/** What couldn't be read, as text to store: as received, unless it is too deep or too large. */
export function toKeptJson(value: unknown): string {
  return cut(toJson(value))
}

export function isTooDeep(value: unknown, levels = mostLevels): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) if (isTooDeep(inner, levels - 1)) return true
  return false
}

function toJson(value: unknown): string {
  return JSON.stringify(isTooDeep(value) ? withoutDepths(value, mostLevels) : value) ?? 'null'
}

function withoutDepths(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return `(left out: more than ${mostLevels} levels deep)`
  if (Array.isArray(value)) return value.map((inner) => withoutDepths(inner, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutDepths(inner, levels - 1)]))
}

function cut(json: string): string {
  const bytes = Buffer.from(json)
  if (bytes.length <= mostRawBytes) return json
  const note = `… (truncated: ${bytes.length} bytes in total)`
  // As a stream, because that drops an incomplete character at the end.
  const kept = new TextDecoder().decode(bytes.subarray(0, mostRawBytes - Buffer.byteLength(note)), { stream: true })
  return kept + note
}
