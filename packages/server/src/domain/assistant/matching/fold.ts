/**
 * Texts and keywords are compared in this form: full-width and half-width, upper and lower case, composed and decomposed are
 * the same, and invisible characters are removed. It is Unicode's NFKC_Casefold with one addition: the four letters i of
 * Turkish are one, because people type whichever their keyboard has.
 */
export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  const seen = text.normalize('NFKC').replace(invisible, '')
  // By way of upper case, which unifies what lower case alone leaves different (ß and ss); ẞ has to be lower case for that.
  const folded = seen.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
  return folded.includes('\u0307') ? folded.replace(dotted, 'i$1').normalize('NFKC') : folded
}

/** A letter i with a dot above: marks below come before it. */
const dotted = /i((?:(?!\u0307)\p{M})*)\u0307/gu

/** Characters that join emoji stay, because the emoji would differ without them: the zero-width joiner, and the tags in flags. */
const invisible = /[\p{Default_Ignorable_Code_Point}--[\u200d\u{e0020}-\u{e007f}]]/gv

/** Latin without accents, which is the same in every form. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false
  return true
}

/** Spaces around a keyword are typing errors, and would keep it from ever matching. Blank if nothing is left. */
export function foldKeyword(keyword: string): string {
  const folded = fold(keyword.trim())
  return folded.trim() === '' ? '' : folded
}
