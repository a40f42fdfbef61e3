import { hash } from 'node:crypto'
import { invalid } from '../../refusal.ts'
import { isPlaceName } from './place-names.ts'

/** A file in a snapshot place, with the size and hash of the bytes that are stored there. */
export type StoredPart = { name: string; sizeBytes: number; sha256: string }

/** What belongs to a snapshot in a place. Readable without a key: it contains no names and no hashes of what is encrypted. */
export type SnapshotIndex = {
  format: number
  snapshotId: string
  /** Snapshots of a place are numbered, because the clock may have been wrong at any of them. 0 in those from before. */
  number: number
  /** When the snapshot was begun. */
  at: string
  program: string
  lineage: string
  /** Who can decrypt it; null: it isn't encrypted. `identity`: where the private key is, encrypted with a passphrase. */
  encryption: { recipients: string[]; identity: string | null } | null
  /** The database and the manifest, then all media files. */
  parts: StoredPart[]
}

const indexFormat = 1

/** One part a line, then a checksum of everything before it. */
export function renderSnapshotIndex({ parts, ...head }: Omit<SnapshotIndex, 'format'>): string {
  const lines = parts.map(({ name, sizeBytes, sha256 }) => `${name} ${sizeBytes} ${sha256}\n`)
  const body = `${JSON.stringify({ format: indexFormat, ...head })}\n${lines.join('')}`
  return `${body}checksum ${hash('sha256', body, 'hex')}\n`
}

/** Throws a refusal that names the file and says what is wrong with it. */
export function readSnapshotIndex(text: string, name: string): SnapshotIndex {
  const end = text.lastIndexOf('checksum ')
  const body = text.slice(0, end)
  if (end < 0 || text.slice(end) !== `checksum ${hash('sha256', body, 'hex')}\n`) {
    throw invalid(`${name} is damaged: its checksum does not match its text.`)
  }
  const [first = '', ...lines] = body.split('\n').slice(0, -1)
  const head: Omit<SnapshotIndex, 'parts'> = { number: 0, ...JSON.parse(first) }
  if (head.format !== indexFormat) {
    throw invalid(
      `${name} was written by a newer Innkeeper, ${head.program} (format ${head.format}); this program supports format ` +
        `${indexFormat}. Update the program.`,
    )
  }
  return { ...head, parts: lines.map((line) => readPart(line, name)) }
}

/** The oldest first. */
export function compareSnapshots(one: { number: number; at: number }, other: { number: number; at: number }): number {
  return one.number - other.number || one.at - other.at
}

function readPart(line: string, index: string): StoredPart {
  const [name = '', size = '', sha256 = ''] = line.split(' ')
  const sizeBytes = Number(size)
  const isPart = isPlaceName(name) && Number.isSafeInteger(sizeBytes) && /^[0-9a-f]{64}$/.test(sha256)
  // A valid checksum doesn't mean that we wrote it.
  if (!isPart) throw invalid(`${index} does not list the files of a snapshot.`)
  return { name, sizeBytes, sha256 }
}
