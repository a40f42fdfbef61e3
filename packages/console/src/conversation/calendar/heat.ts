/** Of 0 to 4: how full a day was beside the fullest one in sight. A few big days must not make all others look empty. */
export function heatOf(messages: number, most: number): 0 | 1 | 2 | 3 | 4 {
  if (messages <= 0 || most <= 0) return 0
  const share = Math.log1p(messages) / Math.log1p(most)
  if (share > 0.85) return 4
  if (share > 0.65) return 3
  return share > 0.4 ? 2 : 1
}

/** The first and the last day of a month such as 2026-03. */
export function spanOf(month: string): { from: string; to: string } {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0))
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) }
}
