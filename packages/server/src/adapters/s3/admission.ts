import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { type BucketLocation, describeBucket } from '../../domain/storage/bucket-location.ts'
import { MediaProblem } from '../../domain/storage/data-folder.ts'
import type { BlobOwner } from '../../ports/storage/blob-store.ts'
import { explain, isAbsent, isPassing } from './trouble.ts'

/** After the prefix, next to the files. */
const markName = 'innkeeper-instance'

type Deps = { client: S3Client; location: BucketLocation }

/** Checks that we have all the permissions we need. Throws a MediaProblem if not; any other error is temporary. */
export async function proveRights({ client, location }: Deps): Promise<void> {
  const where = { Bucket: location.bucket, Key: `${location.prefix}innkeeper-check-${randomUUID()}` }
  const steps: [doing: string, work: () => Promise<unknown>][] = [
    ['write to', () => client.send(new PutObjectCommand({ ...where, Body: Buffer.from('innkeeper') }))],
    ['list', () => client.send(new ListObjectsV2Command({ Bucket: location.bucket, MaxKeys: 1 }))],
    ['read from', async () => await (await client.send(new GetObjectCommand(where))).Body?.transformToByteArray()],
    ['delete from', () => client.send(new DeleteObjectCommand(where))],
  ]
  for (const [doing, work] of steps) {
    try {
      await work()
    } catch (error) {
      throw isPassing(error) ? error : explain(error, location, doing)
    }
  }
}

/** Marks the bucket as the owner's if it has no mark. Throws a MediaProblem if it has another's. */
export async function claimBucket(deps: Deps, owner: BlobOwner): Promise<void> {
  if (owner === 'any') return
  const marked = await readMark(deps)
  refuseForeign(deps.location, marked, owner)
  if (marked !== undefined || owner === 'nobody') return
  const { client, location } = deps
  const Body = Buffer.from(owner.instance)
  await client.send(new PutObjectCommand({ Bucket: location.bucket, Key: `${location.prefix}${markName}`, Body }))
  // Another service may have done the same at the same moment, and the last one wins.
  await verifyMark(deps, owner)
}

/** Called before anything that could damage another store's files. */
export async function verifyMark(deps: Deps, owner: BlobOwner): Promise<void> {
  if (owner === 'any' || owner === 'nobody') return
  const marked = await readMark(deps)
  if (marked === undefined)
    throw new MediaProblem(`${describeBucket(deps.location)} no longer contains its marker object ${markName}.`)
  refuseForeign(deps.location, marked, owner)
}

function refuseForeign(location: BucketLocation, marked: string | undefined, owner: Exclude<BlobOwner, 'any'>): void {
  if (marked === undefined || (owner !== 'nobody' && marked === owner.instance)) return
  throw new MediaProblem(
    `INNKEEPER_MEDIA_URL: ${describeBucket(location)} contains the files of another Innkeeper, which would be lost. Choose another ` +
      `bucket or prefix; if the other one no longer exists, delete the object ${location.prefix}${markName}.`,
  )
}

async function readMark({ client, location }: Deps): Promise<string | undefined> {
  try {
    const { Body } = await client.send(
      new GetObjectCommand({ Bucket: location.bucket, Key: `${location.prefix}${markName}` }),
    )
    return (await Body?.transformToString())?.trim()
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw isPassing(error) ? error : explain(error, location, 'read from')
  }
}
