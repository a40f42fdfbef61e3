import { findLinks, type Link } from '@innkeeper/contract/links'

/** A piece of text: plain, a mention, or a link. */
export type TextPiece =
  | { kind: 'plain'; text: string }
  | { kind: 'mention'; text: string; userId: string }
  | { kind: 'link'; text: string; link: Link }

/** `userId`: who it is, if the platform says so. */
export type Mention = { start: number; length: number; userId: string | null }

/** Joining the pieces gives the text. `mentions` come from the platform and may be invalid. */
export function findPieces(text: string, mentions: readonly Mention[]): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const { start, length, userId } of mentions.toSorted((a, b) => a.start - b.start)) {
    if (start < at || start + length > text.length) continue
    pieces.push(...withLinks(text.slice(at, start)))
    pieces.push({ kind: 'mention', text: text.slice(start, start + length), userId: userId ?? '' })
    at = start + length
  }
  pieces.push(...withLinks(text.slice(at)))
  return pieces
}

function withLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const link of findLinks(text)) {
    if (link.start > at) pieces.push({ kind: 'plain', text: text.slice(at, link.start) })
    pieces.push({ kind: 'link', text: link.text, link })
    at = link.start + link.text.length
  }
  if (at < text.length) pieces.push({ kind: 'plain', text: text.slice(at) })
  return pieces
}
