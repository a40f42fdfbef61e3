import { resolve } from 'node:path'
import type { EncryptionSetting } from '../../actions/storage/snapshot/place/place-encryption.ts'
import type { SnapshotPlan } from '../../actions/storage/snapshot/runs/snapshot-status.ts'
import { openFolderPlace } from '../../adapters/fs/snapshots/folder-place.ts'
import type { Config } from '../../config/config.ts'
import { invalid } from '../../domain/refusal.ts'
import { type BucketLocation, describeBucket, readBucketLocation } from '../../domain/storage/bucket-location.ts'
import type { SnapshotTarget } from '../../domain/storage/snapshots/snapshot-run.ts'
import type { SnapshotPlace } from '../../ports/storage/snapshot-place.ts'

// The only file that knows which settings say where snapshots are.

export type PlaceConfig = Pick<
  Config,
  | 'snapshotFolder'
  | 'snapshotBucket'
  | 'snapshotAccessKeyId'
  | 'snapshotSecretAccessKey'
  | 'snapshotRecipients'
  | 'snapshotPassphrase'
>

/** The places of the settings. */
export function targetsOf({
  snapshotFolder,
  snapshotBucket,
}: Pick<PlaceConfig, 'snapshotFolder' | 'snapshotBucket'>): SnapshotTarget[] {
  return [
    ...(snapshotFolder === null ? [] : (['folder'] as const)),
    ...(snapshotBucket === null ? [] : (['bucket'] as const)),
  ]
}

/** As an operator would name it; without anything secret. */
export function describeTarget({ snapshotFolder, snapshotBucket }: PlaceConfig, target: SnapshotTarget): string {
  if (target === 'folder') return snapshotFolder ?? ''
  return snapshotBucket ? describeBucket(snapshotBucket) : ''
}

/** `isBrief`: requests of a bucket that doesn't respond fail within fifteen seconds. */
export async function openTarget(
  config: PlaceConfig,
  target: SnapshotTarget,
  { isBrief = false } = {},
): Promise<SnapshotPlace> {
  const { snapshotFolder, snapshotBucket } = config
  if (target === 'folder' && snapshotFolder !== null) return openFolderPlace(snapshotFolder)
  if (target === 'bucket' && snapshotBucket !== null) return await openBucket(config, snapshotBucket, isBrief)
  throw new Error(`The settings name no ${target} for snapshots`)
}

/** A place as it is written on the command line: a folder or the URL of a bucket, with the keys of the settings. */
export async function openPlaceAt(config: PlaceConfig, text: string): Promise<SnapshotPlace> {
  if (!text.startsWith('s3:')) return openFolderPlace(resolve(text))
  const location = readBucketLocation(text)
  if (location) return await openBucket(config, location)
  throw invalid(
    'The URL of the bucket is not valid. Write it like s3://bucket/prefix?endpoint=https://s3.example, without keys.',
  )
}

async function openBucket(config: PlaceConfig, location: BucketLocation, isBrief = false): Promise<SnapshotPlace> {
  const { snapshotAccessKeyId: accessKeyId, snapshotSecretAccessKey: secretAccessKey } = config
  // Loaded only if there is a bucket: that takes longer than most commands.
  const { openBucketPlace } = await import('../../adapters/s3/bucket-place.ts')
  return openBucketPlace({
    location,
    isBrief,
    keys: accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : undefined,
  })
}

export function encryptionOf({
  snapshotRecipients: recipients,
  snapshotPassphrase: passphrase,
}: PlaceConfig): EncryptionSetting {
  if (recipients.length > 0) return { kind: 'recipients', recipients }
  return passphrase === null ? { kind: 'none' } : { kind: 'passphrase', passphrase }
}

/** For the page and the command that show it. */
export function snapshotPlanOf(config: Config): SnapshotPlan {
  const { snapshotSchedule: schedule, snapshotDrill: drill, timezone } = config
  const places = targetsOf(config).map((target) => ({ target, where: describeTarget(config, target) }))
  return { places, schedule, drill, encryption: encryptionOf(config).kind, timezone }
}
