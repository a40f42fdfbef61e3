import { createHmac, hash } from 'node:crypto'

// The names of everything in a snapshot place. There are no others, so no name can point elsewhere.

/** Says that this is a snapshot place, and which. */
export const markName = 'innkeeper-snapshots.json'

export type StoredKind = 'index' | 'manifest' | 'database'

const fileNames: Record<StoredKind, string> = {
  index: 'index.txt.gz',
  manifest: 'manifest.json.gz',
  database: 'innkeeper.db.gz',
}

/** Sorted by time, and different for every snapshot. */
export function snapshotIdOf({ begunAt, backupId }: { begunAt: string; backupId: string }): string {
  return `${begunAt.slice(0, 19).replace(/[-:]/g, '')}Z-${backupId.slice(0, 8)}`
}

export function isSnapshotId(text: string): boolean {
  return /^\d{8}T\d{6}Z-[0-9a-f]{8}$/.test(text)
}

/** The index is never encrypted: it says what belongs to a snapshot, so that it can be checked and removed without a key. */
export function snapshotFileName(snapshotId: string, kind: StoredKind, isEncrypted: boolean): string {
  return `snapshots/${snapshotId}/${fileNames[kind]}${isEncrypted && kind !== 'index' ? '.age' : ''}`
}

/** The id of the snapshot that an index belongs to. */
export function snapshotIdOfIndex(name: string): string | undefined {
  const [, id = '', file] = name.split('/')
  return name.startsWith('snapshots/') && file === fileNames.index && isSnapshotId(id) ? id : undefined
}

/** The name of a media file: its hash, or with a key, one from which the hash can't be guessed. */
export function objectName(sha256: string, objectKey: string | null): string {
  const name =
    objectKey === null ? sha256 : createHmac('sha256', Buffer.from(objectKey, 'hex')).update(sha256).digest('hex')
  return `objects/${name.slice(0, 2)}/${name.slice(2)}${objectKey === null ? '' : '.age'}`
}

/**
 * The key for the names of media files. It belongs to the store and to those who can decrypt: with another recipient all names
 * change, so no snapshot refers to a file that its recipient can't decrypt.
 */
export function objectKeyFor(secret: string, recipients: readonly string[]): string {
  return createHmac('sha256', secret)
    .update(`innkeeper snapshot objects ${recipients.toSorted().join(' ')}`)
    .digest('hex')
}

/** Snapshots of one store and its restored copies belong together; those of others in the same place are left alone. */
export function lineageOf(secret: string): string {
  return hash('sha256', `innkeeper snapshot lineage ${secret}`, 'hex').slice(0, 16)
}

/** The identity of a passphrase, which is encrypted with it. The recipient is in the name, because it isn't secret. */
export function identityName(recipient: string): string {
  return `keys/${recipient}.age`
}

export function recipientOfIdentity(name: string): string | undefined {
  return /^keys\/(age1[02-9a-z]+)\.age$/.exec(name)?.[1]
}

/**
 * Entries of the removal list up to this number, of one database. A file with all of them has a name that nothing else gets:
 * someone who has just read an older list may still write the latest ones, and must not replace it.
 */
export function ledgerSegmentName(instance: string, last: number, isWhole = false): string {
  return `erasures/${instance}/${isWhole ? 9 : 0}${String(last).padStart(11, '0')}.jsonl`
}

export function lastOfSegment(name: string): number {
  return Number(/\/[09](\d{11})\.jsonl$/.exec(name)?.[1] ?? 0)
}

const patterns = [
  /^innkeeper-snapshots\.json$/,
  /^objects\/[0-9a-f]{2}\/[0-9a-f]{62}(\.age)?$/,
  /^snapshots\/\d{8}T\d{6}Z-[0-9a-f]{8}\/(index\.txt\.gz|(manifest\.json|innkeeper\.db)\.gz(\.age)?)$/,
  /^keys\/age1[02-9a-z]{1,200}\.age$/,
  /^erasures\/[0-9a-f-]{36}\/\d{12}\.jsonl$/,
  /^locks\/[0-9a-f-]{36}$/,
]

export function isPlaceName(name: string): boolean {
  return patterns.some((pattern) => pattern.test(name))
}
