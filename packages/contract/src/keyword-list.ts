/** In what separates keywords, the comma of a number such as 1,000 doesn't count. */
const separator = /[，、､;；،؛\r\n]|(?<!\d),|,(?!\d)/u

/**
 * The keywords in a text that someone typed or pasted, or in a cell of a table. The console and the import use the same
 * separators: commas and semicolons of any script, and line breaks.
 */
export function splitKeywords(text: string): string[] {
  return listed(text.split(new RegExp(separator, 'gu')))
}

/** The same for patterns and answers, which may contain commas and semicolons. */
export function splitLines(text: string): string[] {
  return listed(text.split(/\r\n|\r|\n/))
}

/** Whether a keyword looks like several. */
export function hasSeparator(keyword: string): boolean {
  return separator.test(keyword)
}

/**
 * What someone has typed so far: the keywords that are finished, and the rest. After a digit, a comma only ends the keyword once
 * the next character isn't another digit.
 */
export function takeKeywords(typed: string): { keywords: string[]; rest: string } {
  const ends = [...typed.matchAll(/[，、､;；،؛\r\n]|(?<!\d),|,(?=\D)/gu)]
  const end = ends.at(-1)
  if (!end) return { keywords: [], rest: typed }
  return { keywords: splitKeywords(typed.slice(0, end.index)), rest: typed.slice(end.index + 1).trimStart() }
}

function listed(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
