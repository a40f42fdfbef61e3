/** Half of a surrogate pair has no UTF-8 form, so a different text would be stored than was sent. */
export function findBrokenText(value: unknown, name = ''): string | undefined {
  if (typeof value === 'string') {
    return value.isWellFormed() ? undefined : `${name} contains half of a surrogate pair, which is not a character`
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    const path = Array.isArray(value) ? `${name}[${key}]` : name ? `${name}.${key}` : key
    const sentence = findBrokenText(member, path)
    if (sentence !== undefined) return sentence
  }
  return undefined
}
