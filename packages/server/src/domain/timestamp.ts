/** Milliseconds since 1970 → `YYYY-MM-DDThh:mm:ssZ`, the only form of time that leaves the API. */
export function toTimestamp(ms: number): string {
  const second = Math.floor(ms / 1000)
  if (second === last.second) return last.timestamp
  const timestamp = recent.get(second) ?? `${new Date(ms).toISOString().slice(0, 19)}Z`
  if (recent.size >= mostRecent) recent.clear()
  recent.set(second, timestamp)
  last = { second, timestamp }
  return timestamp
}

// Messages come in order of time, so most have the same second as the one before. Rules have few times, which many share.
let last = { second: Number.NaN, timestamp: '' }
const recent = new Map<number, string>()
const mostRecent = 500

export function toTimestampOrNull(ms: number | null): string | null {
  return ms === null ? null : toTimestamp(ms)
}

/** The inverse of `toTimestamp`. */
export function toMillisecondsOrNull(timestamp: string | null): number | null {
  return timestamp === null ? null : Date.parse(timestamp)
}
