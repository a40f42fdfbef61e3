/** Milliseconds since 1970 → `YYYY-MM-DDThh:mm:ssZ`, the only form of time that leaves the API. */
export function toTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

export function toTimestampOrNull(ms: number | null): string | null {
  return ms === null ? null : toTimestamp(ms)
}

/** The way back. */
export function toMillisecondsOrNull(timestamp: string | null): number | null {
  return timestamp === null ? null : Date.parse(timestamp)
}
