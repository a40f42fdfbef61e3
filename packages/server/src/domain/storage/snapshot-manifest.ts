import { createHash } from 'node:crypto'
import { invalid } from '../refusal.ts'

/** The contents of a snapshot, so that it can be compared later. */
export type Manifest = {
  /** Of this file and of the snapshot around it. */
  format: number
  /** The version of the program that made it. */
  program: string
  /** Of the database. */
  schema: number
  begunAt: string
  finishedAt: string
  /** Rows of the database, by kind. */
  counts: Record<string, number>
  /** Files that the database refers to and that could not be copied. */
  missing: MissingFile[]
  files: ManifestFile[]
  /** In an encrypted snapshot place, the key for the names of media files. */
  objectKey?: string
  /** Random, to recognize the snapshot later. */
  backupId: string
}

export type ManifestFile = { path: string; sizeBytes: number; sha256: string }
export type MissingFile = { sha256: string; reason: string }

export const snapshotFormat = 1
export const manifestName = 'manifest.json'
export const databaseName = 'innkeeper.db'
/** Stored with a snapshot without being part of it, because it grows after the snapshot was made. */
export const ledgerName = 'erasures.jsonl'

export function mediaFilePath(sha256: string): string {
  return `media/${sha256.slice(0, 2)}/${sha256.slice(2)}`
}

/** Every name that a file in a snapshot can have. There is no other, so none can point outside a folder. */
export function isSnapshotPath(path: string): boolean {
  return path === manifestName || path === databaseName || /^media\/[0-9a-f]{2}\/[0-9a-f]{62}$/.test(path)
}

/**
 * One file per line. The checksum at the end is over everything before it; the id is next to it, so that both are found from
 * the end of a large file.
 */
export function renderManifest({ files, backupId, ...head }: Manifest): string {
  const list = files.map((file) => JSON.stringify(file)).join(',\n')
  const body = `${JSON.stringify(head, null, 1).slice(0, -2)},\n "files": [\n${list}\n],\n "backupId": "${backupId}",\n`
  return `${body} "checksum": "${sha256Of(body)}"\n}\n`
}

const ending = / "backupId": "([0-9a-f-]{36})",\n "checksum": "([0-9a-f]{64})"\n\}\n$/

/** The id of a snapshot from the last bytes of its manifest, ignoring what a tar file adds after it. */
export function findSnapshotId(tail: string): string | undefined {
  return ending.exec(tail.replace(/\0+$/, ''))?.[1]
}

/** How many bytes at its end contain what `findSnapshotId` looks for, in a tar file too. */
export const manifestTailBytes = 4096

/** Throws a refusal that says what is wrong with it. `schema`: the newest that this program supports. */
export function readManifest(text: string, { schema }: { schema: number }): Manifest {
  const found = ending.exec(text)
  if (!text.startsWith('{\n "format": ') || !found) {
    throw invalid(`${manifestName} is incomplete, or was not written by Innkeeper.`)
  }
  const checksum = found[2]
  const sum = sha256Of(text.slice(0, text.lastIndexOf(' "checksum": ')))
  if (sum !== checksum) {
    throw invalid(`${manifestName} is damaged: the SHA-256 of its text is ${sum}, but it says ${checksum}.`)
  }
  const { checksum: _, ...manifest }: Manifest & { checksum: string } = JSON.parse(text)
  if (manifest.format > snapshotFormat || manifest.schema > schema) {
    throw invalid(
      `The snapshot was made by a newer Innkeeper, ${manifest.program} (format ${manifest.format}, schema ` +
        `${manifest.schema}); this program supports format ${snapshotFormat} and schema ${schema}. Update the program.`,
    )
  }
  if (!isWellFormed(manifest)) throw invalid(`${manifestName} does not describe a snapshot.`)
  return manifest
}

/** The first thing that differs, as a sentence. */
export function findDifference({ files }: Manifest, found: ReadonlyMap<string, number>): string | undefined {
  const named = new Set([manifestName])
  for (const { path, sizeBytes } of files) {
    named.add(path)
    const size = found.get(path)
    if (size === undefined) return `${path} is missing; a file of ${sizeBytes} bytes was expected.`
    if (size !== sizeBytes) return `${path} has ${size} bytes; ${sizeBytes} were expected.`
  }
  for (const path of found.keys()) {
    if (!named.has(path)) return `${path} does not belong here; ${manifestName} does not list it.`
  }
  return undefined
}

/** A manifest with a valid checksum may still have been written by an attacker. */
function isWellFormed({ format, schema, counts, missing, files }: Manifest): boolean {
  const paths = new Set(files?.map(({ path }) => path))
  return (
    Number.isInteger(format) &&
    Number.isInteger(schema) &&
    typeof counts === 'object' &&
    Array.isArray(missing) &&
    Array.isArray(files) &&
    paths.size === files.length &&
    paths.has(databaseName) &&
    files.every(isFile)
  )
}

function isFile({ path, sizeBytes, sha256 }: ManifestFile): boolean {
  return (
    typeof path === 'string' &&
    isSnapshotPath(path) &&
    Number.isSafeInteger(sizeBytes) &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    (path === databaseName || path === mediaFilePath(sha256))
  )
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
