import { resolve } from 'node:path'
import { type BucketLocation, readBucketLocation } from '../domain/storage/bucket-location.ts'
import { isAgeRecipient } from '../domain/storage/snapshots/age-recipient.ts'
import { readSnapshotKeep, type SnapshotKeep } from '../domain/storage/snapshots/kept-snapshots.ts'
import { readSnapshotSchedule, type SnapshotSchedule } from '../domain/storage/snapshots/snapshot-schedule.ts'
import { setting, visibleWord } from './setting-values.ts'

/** Snapshots that the service makes itself. */
export const snapshotSettings = {
  snapshotSchedule: setting<SnapshotSchedule | null>({
    env: 'INNKEEPER_SNAPSHOT_SCHEDULE',
    standard: '',
    comment:
      'When the service makes a snapshot, in the time zone of `INNKEEPER_TIMEZONE`, such as `daily 03:00` or `weekly sunday 03:00`. Also ' +
      'set `INNKEEPER_SNAPSHOT_FOLDER` or `INNKEEPER_SNAPSHOT_BUCKET`. If empty, it makes none.',
    allowed:
      'daily and a time, such as daily 03:00, or weekly with a day, such as weekly sunday 03:00, or leave it empty',
    parse: scheduleOrNone,
  }),
  snapshotFolder: setting<string | null>({
    env: 'INNKEEPER_SNAPSHOT_FOLDER',
    standard: '',
    comment: 'Folder for snapshots, on another disk. It must exist. Can be used together with a bucket.',
    allowed: 'the path of a folder outside the data folder, or leave it empty',
    parse: (text) => (text === '' ? null : text.includes('\0') ? undefined : resolve(text)),
  }),
  snapshotBucket: setting<BucketLocation | null>({
    env: 'INNKEEPER_SNAPSHOT_BUCKET',
    standard: '',
    comment:
      'S3-compatible bucket for snapshots, written like `INNKEEPER_MEDIA_URL`. Choose a bucket or prefix without media files, if ' +
      'possible at another provider.',
    allowed:
      's3://bucket or s3://bucket/prefix without keys, or leave it empty. If needed, add the parameters endpoint (an http or https ' +
      'URL), region and path_style (true or false)',
    // The URL may contain credentials.
    isSecret: true,
    parse: (text) => (text === '' ? null : readBucketLocation(text)),
  }),
  snapshotAccessKeyId: setting<string | null>({
    env: 'INNKEEPER_SNAPSHOT_ACCESS_KEY_ID',
    standard: '',
    comment: "Access key for that bucket. If empty, the machine's own credentials are used.",
    allowed: 'the access key ID from the store, or leave it empty',
    isSecret: true,
    parse: visibleWord,
  }),
  snapshotSecretAccessKey: setting<string | null>({
    env: 'INNKEEPER_SNAPSHOT_SECRET_ACCESS_KEY',
    standard: '',
    comment: 'Secret of that access key.',
    allowed: 'the secret access key from the store, or leave it empty',
    isSecret: true,
    parse: visibleWord,
  }),
  snapshotKeep: setting<SnapshotKeep>({
    env: 'INNKEEPER_SNAPSHOT_KEEP',
    standard: '7 daily, 4 weekly, 6 monthly',
    comment: 'How many snapshots to keep in each place: the last one of each of that many days, weeks and months.',
    allowed: 'numbers of daily, weekly and monthly snapshots, such as 7 daily, 4 weekly, 6 monthly',
    parse: readSnapshotKeep,
  }),
  snapshotRecipients: setting<string[]>({
    env: 'INNKEEPER_SNAPSHOT_RECIPIENTS',
    standard: '',
    comment:
      'Public keys of [age](https://age-encryption.org), separated by commas. Snapshots are encrypted, and only the private keys, which ' +
      "the service doesn't have, can decrypt them. If empty, see `INNKEEPER_SNAPSHOT_PASSPHRASE`.",
    allowed: 'public keys of age, which start with age1, separated by commas, or leave it empty',
    parse: recipients,
  }),
  snapshotPassphrase: setting<string | null>({
    env: 'INNKEEPER_SNAPSHOT_PASSPHRASE',
    standard: '',
    comment:
      'Passphrase to encrypt snapshots with, of at least 16 characters. With it, the service can also restore them to test them. If this ' +
      "and `INNKEEPER_SNAPSHOT_RECIPIENTS` are empty, snapshots aren't encrypted.",
    allowed: 'at least 16 characters, or leave it empty',
    isSecret: true,
    parse: (text) => (text === '' ? null : text.length >= 16 && text.length <= 1000 ? text : undefined),
  }),
  snapshotDrill: setting<SnapshotSchedule | null>({
    env: 'INNKEEPER_SNAPSHOT_DRILL',
    standard: '',
    comment:
      'When the service restores the latest snapshot to a temporary folder and tests it, such as `weekly sunday 05:00`. It needs as much ' +
      'free disk space as the restored data. If empty, it never does.',
    allowed:
      'daily and a time, such as daily 05:00, or weekly with a day, such as weekly sunday 05:00, or leave it empty',
    parse: scheduleOrNone,
  }),
}

function scheduleOrNone(text: string): SnapshotSchedule | null | undefined {
  return text === '' ? null : readSnapshotSchedule(text)
}

function recipients(text: string): string[] | undefined {
  const list = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return list.every(isAgeRecipient) && new Set(list).size === list.length ? list : undefined
}
