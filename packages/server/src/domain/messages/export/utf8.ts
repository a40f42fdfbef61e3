/**
 * Text in UTF-8, as a string with a character for each byte. What is written as it was stored needs to be neither decoded nor encoded,
 * and such strings are cut, searched and copied faster than any other.
 */
export type Utf8 = string

export const utf8Of = (text: string): Utf8 => Buffer.from(text).toString('latin1')

export const textOf = (utf8: Utf8): string => Buffer.from(utf8, 'latin1').toString()
