import type { Texts } from '../locales/language.ts'

export type ImportProblem = {
  why: keyof Texts['imports']['problems']
  /** The values to interpolate. */
  gaps: Record<string, string>
}

/** What the service says, from the most specific to the least. */
const known: readonly [RegExp, ImportProblem['why']][] = [
  [/^Of (?<compared>\d+) messages that should be here already, only (?<matched>\d+) are/, 'foreign'],
  [/^The file is too large; at most (?<limit>[\d.]+) MiB/, 'tooLarge'],
  [/^This file is empty/, 'empty'],
  [/^This zip file contains several chat histories, such as (?<name>.+)\. Unzip it/s, 'severalInZip'],
  [/^(?:There is no chat history in this zip|This is .+, not a chat history|We don’t recognize this)/, 'notHistory'],
  [/^(?<name>.+) in this zip file is encrypted/s, 'encryptedZip'],
  [/zip file/, 'brokenZip'],
  [/^This file has messages of more than (?<most>\d+) people/, 'manyPeople'],
  [/file is gone/, 'gone'],
  [/^It failed several times/, 'failed'],
  [/^No one subscribes to/, 'notSubscribed'],
  [/^A person was erased/, 'erased'],
  [/^The chat moved/, 'moved'],
  [/^Another import of this channel/, 'otherAtWork'],
  [/^This channel has (?<most>\d+) imports that aren’t finished/, 'tooMany'],
  [/\. Import \d+ is /, 'changed'],
]

/**
 * Parses why the service refused a file or a step of an import, so that it can be translated. Undefined for an unknown sentence, which is
 * then shown as it is.
 */
export function findImportProblem(sentence: string): ImportProblem | undefined {
  for (const [pattern, why] of known) {
    const found = pattern.exec(sentence)
    if (found) return { why, gaps: { ...found.groups } }
  }
  return undefined
}
