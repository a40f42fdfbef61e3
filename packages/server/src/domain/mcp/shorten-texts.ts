/** Cuts every text in a value that is longer, and says so in its place. */
export function shortenTexts(value: unknown, most: number): unknown {
  if (typeof value === 'string')
    return value.length <= most ? value : `${cut(value, most)}… [cut, ${value.length} characters]`
  if (Array.isArray(value)) return value.map((item) => shortenTexts(item, most))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortenTexts(member, most)]))
}

/** Never through a surrogate pair. */
function cut(text: string, most: number): string {
  const part = text.slice(0, most)
  return part.isWellFormed() ? part : part.slice(0, -1)
}
