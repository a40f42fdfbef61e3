const mostNames = 3

/** A name for a chat that has none of its own, from the people in it. `count`: everybody, those without a name too. */
export function roomName(names: string[], count: number): string {
  const shown = names.slice(0, mostNames)
  const others = count - shown.length
  if (shown.length === 0) return 'Room'
  if (others > 0) return `Room of ${shown.join(', ')} and ${others} more`
  const last = shown.at(-1)
  return shown.length === 1 ? `Room of ${last}` : `Room of ${shown.slice(0, -1).join(', ')} and ${last}`
}
