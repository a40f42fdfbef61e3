/**
 * A text as a file for people shows it: without halves of characters and NUL, which old messages may contain and some programs
 * reject, and with one kind of line break.
 */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd').replace(/\r\n?/g, '\n')
}

/** The same on one line, for names. Characters that turn writing around are shown as what they are. */
export function cleanName(name: string): string {
  return cleanText(name)
    .replace(
      /\p{Bidi_Control}/gu,
      (control) => `<U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`,
    )
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
