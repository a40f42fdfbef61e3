// Imports only add messages. Every message that came from a file knows all imports whose files contain it: they vouch for it. It stays as
// long as one of them does. See ADR 47.

/** What files may tell differently about the same message. Everything else follows from its ID. */
export type ImportedVersion = {
  /** Where it is in reading order. */
  time: number
  precisionMs: 60_000 | 1000 | 1
  /** The name in the file, for people without an ID here. */
  name: string
  /** The SHA-256 of its file, if the import had that. */
  file?: string
}

/** The imports that vouch for a message, and what each of them tells about it. */
export type Vouchers = ReadonlyMap<number, ImportedVersion>

/**
 * What is shown of a message: the most exact time, a file if anyone has it, and then the earliest time. It depends only on the set of
 * versions, and not on the order of the imports. Undefined if no import vouches for the message.
 */
function chooseVersion(versions: Iterable<ImportedVersion>): ImportedVersion | undefined {
  let best: ImportedVersion | undefined
  for (const version of versions) if (!best || compareVersions(version, best) < 0) best = version
  return best
}

function compareVersions(one: ImportedVersion, other: ImportedVersion): number {
  return (
    one.precisionMs - other.precisionMs ||
    Number(one.file === undefined) - Number(other.file === undefined) ||
    one.time - other.time ||
    compareTexts(one.name, other.name) ||
    compareTexts(one.file ?? '', other.file ?? '')
  )
}

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
  const shown = chooseVersion(before.values())
  const version = chooseVersion(after.values())
  if (!version) return shown ? { kind: 'remove' } : { kind: 'keep' }
  if (!shown) return { kind: 'add', version }
  return compareVersions(shown, version) === 0 ? { kind: 'keep' } : { kind: 'change', version }
}
