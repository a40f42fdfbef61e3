import { relative } from 'node:path'

type Together = {
  dataDir: string
  snapshotFolder: string | null
  snapshotBucket: object | null
  snapshotSchedule: object | null
  snapshotDrill: object | null
  snapshotAccessKeyId: string | null
  snapshotSecretAccessKey: string | null
  snapshotRecipients: readonly string[]
  snapshotPassphrase: string | null
}

/** What is wrong with the settings of snapshots taken together; undefined if nothing is. */
export function findSnapshotConflict(config: Together): string | undefined {
  const { snapshotFolder: folder, snapshotBucket: bucket, dataDir } = config
  for (const [name, schedule] of [
    ['INNKEEPER_SNAPSHOT_SCHEDULE', config.snapshotSchedule],
    ['INNKEEPER_SNAPSHOT_DRILL', config.snapshotDrill],
  ] as const) {
    if (schedule === null || folder !== null || bucket !== null) continue
    return `${name} is set, but there is no place for snapshots. Set INNKEEPER_SNAPSHOT_FOLDER or INNKEEPER_SNAPSHOT_BUCKET.`
  }
  if (folder !== null && (isWithin(dataDir, folder) || isWithin(folder, dataDir))) {
    return `INNKEEPER_SNAPSHOT_FOLDER is ${folder}, which would be lost with the data folder ${dataDir}. Choose a folder on another disk.`
  }
  if (bucket !== null && (config.snapshotAccessKeyId === null) !== (config.snapshotSecretAccessKey === null)) {
    return (
      'Only one of INNKEEPER_SNAPSHOT_ACCESS_KEY_ID and INNKEEPER_SNAPSHOT_SECRET_ACCESS_KEY is set. Set both, or neither if the ' +
      'machine has its own credentials.'
    )
  }
  if (config.snapshotRecipients.length > 0 && config.snapshotPassphrase !== null) {
    return (
      'INNKEEPER_SNAPSHOT_RECIPIENTS and INNKEEPER_SNAPSHOT_PASSPHRASE are both set. Set the first to encrypt for someone else, or ' +
      'the second if the service should be able to decrypt.'
    )
  }
  return undefined
}

function isWithin(outer: string, inner: string): boolean {
  return !relative(outer, inner).startsWith('..')
}
