/**
 * Where a keyword may start and end. Not between two letters or digits of a script with spaces between words: "hi" is not in
 * "this". Nor inside what people see as one sign: before an accent, between the emoji of a family, within a flag.
 */
export const kinds = { other: 0, word: 1, extends: 2, flag: 3 } as const
export type Kind = (typeof kinds)[keyof typeof kinds]

/** These scripts are written without spaces between words, so a keyword may be anywhere. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Yiii}\p{scx=Tang}\p{scx=Nshu}\p{scx=Talu}\p{scx=Tale}\p{scx=Lana}\p{scx=Tavt}\p{scx=Java}\p{scx=Bali}]/u
const letterOrDigit = /[\p{L}\p{N}\p{M}]/u
/** Accents that belong to no script, the emoji joiner and the tags in flags. Thai vowel signs are letters of Thai. */
const extending = /[[\p{M}&&\p{Script=Inherited}]\u200d\u{e0020}-\u{e007f}]/v
const joiner = 0x200d

/** By code point, in blocks of a thousand, created on first use, because the expressions are too slow for every character. */
const blocks: (Uint8Array | undefined)[] = []

export function kindOf(codePoint: number): Kind {
  const block = blocks[codePoint >> 10] ?? describeBlock(codePoint >> 10)
  return block[codePoint & 1023] as Kind
}

function describeBlock(number: number): Uint8Array {
  const block = new Uint8Array(1024)
  for (let index = 0; index < block.length; index++)
    block[index] = describe(String.fromCodePoint(number * 1024 + index))
  blocks[number] = block
  return block
}

function describe(character: string): Kind {
  if (extending.test(character)) return kinds.extends
  if (/\p{Regional_Indicator}/u.test(character)) return kinds.flag
  return letterOrDigit.test(character) && !unspaced.test(character) ? kinds.word : kinds.other
}

/** Calls back for each unit of a folded text, with whether a keyword may start and end before it. The first always may. */
export function walkEdges(text: string, visit: (unit: number, isEdge: boolean) => void): void {
  let wasWord = false
  let isJoined = false
  let isFlagOpen = false
  for (let index = 0; index < text.length; index++) {
    const codePoint = text.codePointAt(index) as number
    const kind = kindOf(codePoint)
    const isInside =
      isJoined || kind === kinds.extends || (kind === kinds.word && wasWord) || (kind === kinds.flag && isFlagOpen)
    visit(text.charCodeAt(index), index === 0 || !isInside)
    if (codePoint > 0xffff) visit(text.charCodeAt(++index), false)
    wasWord = kind === kinds.word || (kind === kinds.extends && wasWord)
    isJoined = codePoint === joiner
    isFlagOpen = kind === kinds.flag && !isFlagOpen
  }
}
