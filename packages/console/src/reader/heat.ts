/** Of 0 to 4: how full a day was beside the fullest one in sight. A few big days must not make all others look empty. */
export function heatOf(messages: number, most: number): 0 | 1 | 2 | 3 | 4 {
  if (messages <= 0 || most <= 0) return 0
  const share = Math.log1p(messages) / Math.log1p(most)
  if (share > 0.85) return 4
  if (share > 0.65) return 3
  return share > 0.4 ? 2 : 1
}

/** The days that a month's page may show: a week before and after it. */
export function spanOf(month: string): { from: string; to: string } {
  const first = new Date(`${month.slice(0, 7)}-01T00:00:00Z`)
  const next = new Date(first)
  next.setUTCMonth(first.getUTCMonth() + 1)
  const day = (date: Date, by: number) => new Date(date.getTime() + by * 86_400_000).toISOString().slice(0, 10)
  return { from: day(first, -7), to: day(next, 6) }
}
