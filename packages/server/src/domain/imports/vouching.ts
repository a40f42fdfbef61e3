import type { FileProblem } from './archived-file.ts'

// Imports only add messages. Every message that came from a file knows all imports whose files contain it: they vouch for it. It stays as
// long as one of them does. See ADR 47.

/** What files may tell differently about the same message. Everything else follows from its ID. */
export type ImportedVersion = {
  /** Where it is in reading order. */
  time: number
  precisionMs: 60_000 | 1000 | 1
  /** The name in the file, for people without an ID here. */
  name: string
  /** Its sender sent a similar text in that minute, which the file doesn't have. */
  isSimilar?: true
} & VersionOfFile

type VersionOfFile = {
  /** The SHA-256 of its file, if the import had that. */
  file?: string
  /** Of its file, or what the history says about it. */
  fileBytes?: number
  /** Why there is no file. Absent if the import didn't contain it. */
  noFile?: Exclude<FileProblem, 'missing'>
}

/** The imports that vouch for a message, and what each of them tells about it. */
export type Vouchers = ReadonlyMap<number, ImportedVersion>

/**
 * What is shown of a message: the most exact time, and then the earliest, and a file if any import has it. A file that contains the similar
 * message, too, proves that they are two. It depends only on the set of versions, and not on the order of the imports. Undefined if no
 * import vouches for the message.
 */
function chooseVersion(versions: readonly ImportedVersion[]): ImportedVersion | undefined {
  const [said] = versions.toSorted(compareSaid)
  const [kept] = versions.toSorted(compareFiles)
  if (!said || !kept) return undefined
  const { time, precisionMs, name } = said
  const { file, fileBytes, noFile } = kept
  return {
    time,
    precisionMs,
    name,
    ...(versions.every(({ isSimilar }) => isSimilar) && { isSimilar: true }),
    ...(file === undefined ? {} : { file }),
    ...(fileBytes === undefined ? {} : { fileBytes }),
    ...(noFile === undefined ? {} : { noFile }),
  }
}

/** What is stored with a message about its origin. */
export const importedDetails = ({ precisionMs, isSimilar }: Pick<ImportedVersion, 'precisionMs' | 'isSimilar'>) => ({
  precisionMs,
  ...(isSimilar && { isSimilar }),
})

const compareSaid = (one: ImportedVersion, other: ImportedVersion) =>
  one.precisionMs - other.precisionMs || one.time - other.time || compareTexts(one.name, other.name)

const compareFiles = (one: VersionOfFile, other: VersionOfFile) =>
  Number(one.file === undefined) - Number(other.file === undefined) ||
  compareTexts(one.file ?? '', other.file ?? '') ||
  (other.fileBytes ?? 0) - (one.fileBytes ?? 0) ||
  compareTexts(one.noFile ?? '', other.noFile ?? '')

const compareTexts = (one: string, other: string) => Number(one > other) - Number(one < other)

export type VouchingChange =
  /** No import vouched for it before. */
  | { kind: 'add'; version: ImportedVersion }
  /** Something else is shown now. */
  | { kind: 'change'; version: ImportedVersion }
  /** No import vouches for it any more. */
  | { kind: 'remove' }
  | { kind: 'keep' }

/** What happens to a message when an import adds it, or adds it once more. */
export function decideVouch(vouchers: Vouchers, importNumber: number, version: ImportedVersion): VouchingChange {
  return describeChange(vouchers, new Map(vouchers).set(importNumber, version))
}

/** What happens to a message when an import is undone. */
export function decideUndo(vouchers: Vouchers, importNumber: number): VouchingChange {
  const left = new Map(vouchers)
  left.delete(importNumber)
  return describeChange(vouchers, left)
}

function describeChange(before: Vouchers, after: Vouchers): VouchingChange {
  const shown = chooseVersion([...before.values()])
  const version = chooseVersion([...after.values()])
  if (!version) return shown ? { kind: 'remove' } : { kind: 'keep' }
  if (!shown) return { kind: 'add', version }
  const isSame =
    compareSaid(shown, version) === 0 && compareFiles(shown, version) === 0 && shown.isSimilar === version.isSimilar
  return isSame ? { kind: 'keep' } : { kind: 'change', version }
}
