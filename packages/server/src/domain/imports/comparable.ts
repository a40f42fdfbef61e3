/**
 * A text as it's compared with others, and as an import stores it. Exports differ in line ends, in trailing spaces and in how they
 * compose letters.
 */
export function comparableText(text: string): string {
  return text.replaceAll('\r\n', '\n').trimEnd().normalize('NFC')
}

/**
 * A text in which everything in round brackets is a wildcard. LINE's own emoji are `(emoji)` in exports, and their names in brackets
 * in messages. The same text if there are no brackets.
 */
export function withoutEmoji(comparable: string): string {
  return comparable.includes('(') ? comparable.replace(/\([^()\n]{1,40}\)/gu, '()') : comparable
}

/** Zero-width characters and marks of direction, which exports add and drop. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|\ufe0e|\ufe0f/gu

/** A display name as it's compared with others. */
export function comparableName(name: string): string {
  return name.normalize('NFKC').replace(invisible, '').toLowerCase().replace(/\s+/gu, ' ').trim()
}
