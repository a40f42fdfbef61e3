/** A piece of text: plain, a mention, or a link. */
export type TextPiece =
  | { kind: 'plain'; text: string }
  | { kind: 'mention'; text: string }
  | { kind: 'link'; text: string; href: string }

type Span = { start: number; length: number }

/** Joining the pieces gives the text. `mentions` come from the platform and may be invalid. */
export function findPieces(text: string, mentions: readonly Span[]): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const { start, length } of mentions.toSorted((a, b) => a.start - b.start)) {
    if (start < at || start + length > text.length) continue
    pieces.push(...findLinks(text.slice(at, start)))
    pieces.push({ kind: 'mention', text: text.slice(start, start + length) })
    at = start + length
  }
  pieces.push(...findLinks(text.slice(at)))
  return pieces
}

/**
 * Only ASCII counts as part of a URL: in scripts without word spaces the sentence continues right after it, and look-alike
 * letters cannot imitate a host.
 */
const candidates = /\b(?:https?:\/\/|mailto:)[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi

function findLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const match of text.matchAll(candidates)) {
    const written = withoutTail(match[0])
    const href = toHref(written)
    if (!href) continue
    if (match.index > at) pieces.push({ kind: 'plain', text: text.slice(at, match.index) })
    pieces.push({ kind: 'link', text: written, href })
    at = match.index + written.length
  }
  if (at < text.length) pieces.push({ kind: 'plain', text: text.slice(at) })
  return pieces
}

/** Punctuation at the end of a sentence is not part of the URL, nor is a closing bracket that was opened before it. */
function withoutTail(address: string): string {
  let end = address.length
  let open = count(address, '(') - count(address, ')')
  while (end > 0) {
    const last = address[end - 1] ?? ''
    if (last === ')' && open < 0) open++
    else if (!/[.,:;!?'\]*]/.test(last)) break
    end--
  }
  return address.slice(0, end)
}

const count = (text: string, letter: string) => text.split(letter).length - 1

function toHref(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, username, password, href } = new URL(address)
  if (protocol === 'mailto:') return address.includes('@') ? href : undefined
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  // A user name before the host is meant to deceive: https://bank.example@elsewhere.example
  return username || password ? undefined : href
}
