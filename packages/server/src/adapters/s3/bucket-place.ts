import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type BucketLocation, describeBucket } from '../../domain/storage/bucket-location.ts'
import { PlaceProblem } from '../../domain/storage/data-folder.ts'
import { isPlaceName } from '../../domain/storage/snapshots/place-names.ts'
import type { SnapshotPlace } from '../../ports/storage/snapshot-place.ts'
import { type BucketKeys, openClient } from './client.ts'
import { endSilentRequests, type Patience, patience as usualPatience } from './silence-watch.ts'
import { isAbsent, isPassing, wordFor } from './trouble.ts'

/** No one waits for a snapshot, so slow stores get more time than those that serve media. */
const limits = { mostSockets: 32, mostTries: 4, answerMs: 60_000 }
/** To find out whether the store responds, and for small files. */
const briefLimits = { mostSockets: 4, mostTries: 2, answerMs: 5_000 }
/** To find out whether the store still answers. */
const probeLimits = { mostSockets: 1, mostTries: 1 }
const partBytes = 8 * 1024 * 1024
/** S3 allows 10,000 parts per file. */
const mostParts = 9_000
const partsAtOnce = 2

type Options = { location: BucketLocation; keys: BucketKeys; isBrief?: boolean; patience?: Patience }

/** Snapshots in a bucket. `isBrief`: requests fail within fifteen seconds. */
export function openBucketPlace({ location, keys, isBrief = false, patience = usualPatience }: Options): SnapshotPlace {
  const { bucket, prefix } = location
  const where = describeBucket(location)
  const client = openClient(location, keys, isBrief ? briefLimits : limits)
  const probe = openClient(location, keys, { ...probeLimits, answerMs: patience.answerMs })
  const isAnswering = () =>
    probe.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })).then(
      () => true,
      // A refusal is an answer, too.
      (error) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== undefined,
    )
  if (!isBrief) endSilentRequests(client, isAnswering, patience)
  const at = (name: string) => {
    if (!isPlaceName(name)) throw new Error(`${name} is not a name in a snapshot place`)
    return { Bucket: bucket, Key: `${prefix}${name}` }
  }
  const ask = async <T>(doing: string, request: () => Promise<T>): Promise<T> => {
    try {
      return await request()
    } catch (error) {
      throw isAbsent(error) ? error : explain(error, { where, doing })
    }
  }
  return {
    kind: 'bucket',
    where,
    async *list(start) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${prefix}${start}` })
      for (;;) {
        const page = await ask('list', () => pages.next())
        if (page.done) return
        for (const { Key = '', Size = 0, LastModified } of page.value.Contents ?? []) {
          const name = Key.slice(prefix.length)
          if (isPlaceName(name)) yield { name, sizeBytes: Size, putAt: LastModified?.getTime() ?? 0 }
        }
      }
    },
    async *open(name) {
      try {
        const { Body } = await ask('read from', () => client.send(new GetObjectCommand(at(name))))
        yield* Body as Readable
      } catch (error) {
        if (isAbsent(error)) throw new PlaceProblem(`${name} is missing in ${where}.`)
        throw error instanceof PlaceProblem ? error : explain(error, { where, doing: 'read from' })
      }
    },
    async read(name) {
      try {
        const { Body } = await ask('read from', () => client.send(new GetObjectCommand(at(name))))
        return Buffer.from((await Body?.transformToByteArray()) ?? [])
      } catch (error) {
        if (isAbsent(error)) return undefined
        throw error
      }
    },
    async put(name, bytes, { mostBytes } = { mostBytes: 0 }) {
      const failures: unknown[] = []
      const body = noting(bytes, (error) => failures.push(error))
      const partSize = Math.max(partBytes, Math.ceil(mostBytes / mostParts))
      const taken = await takeUpTo(body, partSize)
      if (taken.isAll) {
        await ask('write to', () => client.send(new PutObjectCommand({ ...at(name), Body: taken.bytes })))
        return
      }
      const params = { ...at(name), Body: taken.rest, ContentType: 'application/octet-stream' }
      const upload = new Upload({ client, params, partSize, queueSize: partsAtOnce })
      try {
        await ask('write to', () => upload.done())
      } catch (error) {
        throw failures.length > 0 ? failures[0] : error
      }
    },
    async remove(name) {
      const key = at(name)
      try {
        await ask('delete from', () => client.send(new DeleteObjectCommand(key)))
      } catch (error) {
        if (!isAbsent(error)) throw error
      }
    },
    async dropUnfinished() {
      // Some stores can't list them; there a lifecycle rule of the bucket has to do it.
      const asked = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix })
      const { Uploads = [] } = await client.send(asked).catch(() => ({ Uploads: [] }))
      for (const { Key, UploadId } of Uploads) {
        if (Key === undefined || !isPlaceName(Key.slice(prefix.length))) continue
        await ask('delete from', () => client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })))
      }
    },
    close() {
      client.destroy()
      probe.destroy()
    },
  }
}

type Taken = { isAll: true; bytes: Buffer } | { isAll: false; rest: Readable }

/** Reads everything, if it isn't more than this; otherwise, the rest is a stream that starts with what was read. */
async function takeUpTo(bytes: AsyncIterable<Uint8Array>, most: number): Promise<Taken> {
  const iterator = bytes[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  for (let size = 0; size <= most; ) {
    const next = await iterator.next()
    if (next.done) return { isAll: true, bytes: Buffer.concat(chunks) }
    chunks.push(next.value)
    size += next.value.length
  }
  async function* all() {
    yield* chunks
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  return { isAll: false, rest: Readable.from(all(), { objectMode: false }) }
}

/** The SDK wraps errors of what it sends. */
async function* noting(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  note: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    note(error)
    throw error
  }
}

function explain(error: unknown, { where, doing }: { where: string; doing: string }): PlaceProblem {
  const word = wordFor(error)
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  if (word === 'NoSuchBucket')
    return new PlaceProblem(`The bucket of ${where} does not exist. Create it, or correct its name.`)
  if (word === 'CredentialsProviderError') {
    return new PlaceProblem(
      `The keys for ${where} are missing. Set INNKEEPER_SNAPSHOT_ACCESS_KEY_ID and INNKEEPER_SNAPSHOT_SECRET_ACCESS_KEY.`,
    )
  }
  if (isPassing(error)) return new PlaceProblem(`${where} does not respond correctly (${word}).`)
  if (status === 401 || status === 403) {
    return new PlaceProblem(
      `The keys are not allowed to ${doing} ${where} (${word}). Give them permission to list the bucket, and to get, put and ` +
        'delete its objects.',
    )
  }
  return new PlaceProblem(`${where} cannot be used (${word}). Check its endpoint, region and keys.`)
}
