/** A message as it is in a file, at a time in UTC. */
export type SavedLine = { at: number; name: string; text: string }

/** A history as LINE's app for phones saves it. Its time zone is UTC. */
export function lineFileOf(saved: readonly SavedLine[]): string {
  const lines = ['[LINE] Chat history in Hikers', 'Saved on: 2026/11/02 10:00']
  let day = ''
  for (const { at, name, text } of saved) {
    const date = new Date(at)
    const iso = date.toISOString()
    if (day !== iso.slice(0, 10)) {
      day = iso.slice(0, 10)
      lines.push('', `${day.replaceAll('-', '/')}(${date.toUTCString().slice(0, 3)})`)
    }
    lines.push(`${iso.slice(11, 16)}\t${name}\t${text}`)
  }
  return `${lines.join('\r\n')}\r\n`
}
