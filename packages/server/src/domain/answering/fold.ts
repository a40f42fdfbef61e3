/**
 * Texts and keywords compare by this form: full-width and half-width, upper and lower case, composed and decomposed are the
 * same. Upper case first, because it also unfolds what lower case alone leaves apart (ß and ss).
 */
export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  const wide = text.normalize('NFKC')
  return hasCase.test(wide) ? wide.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC') : wide
}

const hasCase = /[A-Za-z\u00b5-\u058f\u10a0-\u10ff\u13a0-\u13fd\u1c80-\u1fff\u2c00-\u2dff\ua640-\uab7f\ud801-\ud83a]/

/** Latin without accents, which is the same in every form. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) return false
  return true
}
