/** Delivering a message usually takes a second. What takes longer was delivered again, or asked for later. */
const lateAfterMs = 10_000
const minuteMs = 60_000

export function isLate(sentAt: number, receivedAt: number): boolean {
  return receivedAt - sentAt > lateAfterMs
}

/** Late messages and rejected deliveries are counted by minute. */
export function minuteOf(ms: number): number {
  return Math.floor(ms / minuteMs) * minuteMs
}

/** How many messages of a gap came later. */
export function countRecovered(
  late: readonly { minute: number; messages: number }[],
  { from, to }: { from: number; to: number | null },
): number {
  const [first, end] = [minuteOf(from), to ?? Number.MAX_SAFE_INTEGER]
  return late.reduce((sum, { minute, messages }) => (minute >= first && minute < end ? sum + messages : sum), 0)
}
