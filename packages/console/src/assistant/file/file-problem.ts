import type { Texts } from '../../locales/language.ts'

export type FileProblemWhy = keyof Texts['assistantParts']['file']['import']['problems']

const cell = (rest: string) => new RegExp(`^(?<value>"(?:[^"\\\\]|\\\\.)*") isn't allowed\\. Use ${rest}`)

const known: readonly [RegExp, FileProblemWhy][] = [
  [/^Unknown field "(?:assistant\.)?(?<name>[^"]+)"\. Did you mean "(?:assistant\.)?(?<guess>[^"]+)"\?/, 'unknownName'],
  [/^Unknown field "(?:assistant\.)?(?<name>[^"]+)"/, 'unknown'],
  [cell('a whole number from (?<least>-?\\d+) to (?<most>-?\\d+)'), 'number'],
  [cell('a time in UTC such as (?<example>.+), or leave it empty'), 'moment'],
  [cell('an address that begins with https'), 'address'],
  [cell('a list such as (?<example>.+), or leave it empty'), 'list'],
  [cell('only letters, digits, _ and -'), 'id'],
  [cell('(?<choices>.+) or (?<last>[\\w-]+), or leave it empty'), 'choice'],
]

/** Parses what the service says about a cell or a name in a file, so that it can be translated. */
export function findFileProblem(sentence: string): { why: FileProblemWhy; gaps: Record<string, string> } | undefined {
  for (const [pattern, why] of known) {
    const found = pattern.exec(sentence)
    if (found) return { why, gaps: { ...found.groups } }
  }
  return undefined
}
