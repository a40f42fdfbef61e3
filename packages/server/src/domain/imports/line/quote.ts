import type { Unit } from '../text/units.ts'

/**
 * A text that may be in quotation marks. A phone writes a text of several lines like this, with each mark inside doubled. A text can
 * also just begin with one, which shows when a single mark comes before the end of a line, or none at all.
 */
export type OpenQuote = {
  /** The text without its marks, once it's whole. */
  text?: string
  /** `closed`: the text is whole. A list: it isn't one, and these are the units after its first, which are still to be read. */
  add(unit: Unit): 'open' | 'closed' | readonly Unit[]
  /** Of units after the first. */
  moreLines(): number
  giveUp(): readonly Unit[]
}

/** Twice as many characters as a message can have, because each may be a doubled mark. */
const mostLength = 40_000

type QuoteContext = {
  unitsAreRecords: boolean
  /** Whether a unit looks like what comes next in the history, so that the text has ended before. */
  isNext(unit: Unit): boolean
}

/** Undefined if the text isn't in quotation marks. With `text` if the first unit is all of it. */
export function beginQuote(
  first: Unit,
  text: string,
  { unitsAreRecords, isNext }: QuoteContext,
): OpenQuote | undefined {
  if (!text.startsWith('"')) return undefined
  const beginning = text.slice(1)
  const state = markAt(beginning)
  // A single line isn't quoted, so its marks are its own.
  if (state === 'end' && first.lines === 1) return undefined
  if (state === 'inside' || (state === 'none' && unitsAreRecords)) return undefined
  const texts = [beginning]
  const units: Unit[] = []
  let length = beginning.length
  const quote: OpenQuote = {
    add(unit) {
      units.push(unit)
      texts.push(unit.text)
      length += unit.text.length
      const found = markAt(unit.text)
      if (found === 'inside' || unit.problem || isNext(unit) || length > mostLength || units.length > mostUnits)
        return units
      if (found === 'none') return 'open'
      quote.text = unquote(texts)
      return 'closed'
    },
    moreLines: () => units.reduce((sum, { lines }) => sum + lines, 0),
    giveUp: () => units,
  }
  if (state === 'end') quote.text = unquote(texts)
  return quote
}
const mostUnits = 10_000

/** Where the first mark is that isn't doubled. */
function markAt(text: string): 'none' | 'inside' | 'end' {
  const withoutDoubled = text.replaceAll('""', '')
  const single = withoutDoubled.indexOf('"')
  if (single < 0) return 'none'
  return single === withoutDoubled.length - 1 ? 'end' : 'inside'
}

const unquote = (texts: readonly string[]): string => texts.join('\n').slice(0, -1).replaceAll('""', '"')
