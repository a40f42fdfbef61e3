import { Readable, type Writable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { writeChunk } from '../../domain/media/write-chunk.ts'
import type { BucketLocation } from '../../domain/storage/bucket-location.ts'
import type { Spool, SpooledFile } from '../../ports/media.ts'
import type { BlobOwner, BlobStore, Media } from '../../ports/storage/blob-store.ts'
import { claimBucket, proveRights, verifyMark } from './admission.ts'
import { type BucketKeys, openClient } from './client.ts'
import { FileAbsent, readRange } from './read-range.ts'
import { explain, isAbsent, isPassing, unavailable, wordFor } from './trouble.ts'

export type S3Store = Media & {
  /** Throws a MediaProblem where the place cannot be used as it is; false where it does not answer now, and may later. */
  admit(): Promise<boolean>
}

type Options = {
  location: BucketLocation
  keys: BucketKeys
  owner: BlobOwner
  spool: Spool
  /** How long a question may take that moves no bytes to the bucket. */
  answerMs?: number
}

/** Somebody waits for an answer. Whoever reads slowly keeps a socket for long, so readers have sockets of their own. */
const asking = { mostSockets: 256, mostTries: 2, answerMs: 10_000 }
/** A part may take long on a slow line. */
const sending = { mostSockets: 32, mostTries: 3, answerMs: 120_000 }
const partBytes = 8 * 1024 * 1024
/** A file has at most 10,000 parts. */
const mostParts = 9_000
const partsAtOnce = 2
const linkSeconds = 300
/** No upload of ours takes as long; those of processes that died cost their owner money until they are given up. */
const longestUploadMs = 24 * 60 * 60_000

/** Files in a bucket, named by their hash: `media/ab/cdef…` behind the prefix. */
export function openS3Store({ location, keys, owner, spool, answerMs = asking.answerMs }: Options): S3Store {
  const client = openClient(location, keys, { ...asking, answerMs })
  const uploader = openClient(location, keys, sending)
  const folder = `${location.prefix}media/`
  const at = (sha256: string) => ({ Bucket: location.bucket, Key: keyOf(folder, sha256) })
  let trouble: string | undefined
  let admission: Promise<void> | undefined
  let isAdmitted = false

  /** Every question goes through here, so that it is known how the bucket fares. */
  async function ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work()
      trouble = undefined
      return answer
    } catch (error) {
      if (isAbsent(error)) throw error
      trouble = wordFor(error)
      throw unavailable(error)
    }
  }

  /** Once it succeeded, it did for good. Until then nothing is put and nothing is removed. */
  function admitOnce(): Promise<void> {
    admission ??= prepare().catch((error) => {
      admission = undefined
      throw error
    })
    return admission
  }
  async function prepare(): Promise<void> {
    await proveRights({ client, location })
    await claimBucket({ client, location }, owner)
    isAdmitted = true
  }

  async function findSize(sha256: string): Promise<number | undefined> {
    const where = at(sha256)
    try {
      const { ContentLength = 0 } = await ask(() => client.send(new HeadObjectCommand(where)))
      return ContentLength
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }

  async function send({ sha256, sizeBytes, read }: SpooledFile): Promise<void> {
    const body = read()
    const upload = new Upload({
      client: uploader,
      params: { ...at(sha256), Body: body, ContentType: 'application/octet-stream' },
      partSize: Math.max(partBytes, Math.ceil(sizeBytes / mostParts)),
      queueSize: partsAtOnce,
    })
    try {
      await ask(() => upload.done())
    } finally {
      body.destroy()
    }
  }

  const blobs: BlobStore = {
    check: () => ask(() => admitOnce().then(() => client.send(probeOf(location)).then(() => {}, ignoreAbsent))),
    put: (bytes) =>
      spool.take(bytes, async (file) => {
        await ask(admitOnce)
        const { sha256, sizeBytes } = file
        if ((await findSize(sha256)) !== sizeBytes) {
          await send(file)
          const found = await findSize(sha256)
          if (found !== sizeBytes) throw unavailable(new Error(`${found} of ${sizeBytes} bytes are there`))
        }
        return { sha256, sizeBytes }
      }),
    open(sha256, range) {
      const gone = new AbortController()
      const look = { client, bucket: location.bucket, key: at(sha256).Key, signal: gone.signal }
      return Readable.from(readRange(look, range), { objectMode: false }).once('close', () => gone.abort())
    },
    async pour(sha256, range, begin) {
      const gone = new AbortController()
      const look = { client, bucket: location.bucket, key: at(sha256).Key, signal: gone.signal }
      let into: Writable | undefined
      try {
        for await (const chunk of readRange(look, range)) {
          into ??= begin().once('close', () => gone.abort())
          if (!(await writeChunk(into, chunk))) return true
        }
      } catch (error) {
        if (error instanceof FileAbsent && !into) return false
        // Whoever fetched it has gone, and broke off our own reading.
        if (into?.destroyed) return true
        throw error
      }
      into?.end()
      return true
    },
    async stat(sha256) {
      const sizeBytes = await findSize(sha256)
      return sizeBytes === undefined ? undefined : { sizeBytes }
    },
    async remove(sha256) {
      const where = at(sha256)
      await ask(admitOnce)
      await ask(() => client.send(new DeleteObjectCommand(where)))
    },
    async *list() {
      await ask(admitOnce)
      // Whatever is listed may be swept away: that nobody has taken the place over meanwhile is looked at each time.
      await ask(() => verifyMark({ client, location }, owner))
      const pages = paginateListObjectsV2({ client }, { Bucket: location.bucket, Prefix: folder })
      for (;;) {
        const page = await ask(() => pages.next())
        if (page.done) return
        for (const { Key = '', LastModified } of page.value.Contents ?? []) {
          const [, first, rest] = /^([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(Key.slice(folder.length)) ?? []
          if (first && rest) yield { sha256: first + rest, putAt: LastModified?.getTime() ?? Date.now() }
        }
      }
    },
    async dropUnfinished() {
      const left = await spool.dropUnfinished()
      if (!isAdmitted) return left
      // Not every store can tell them; then it is left to a rule of the bucket.
      return left + (await abortForgotten(client, location.bucket, folder).catch(() => 0))
    },
    link: (sha256, { contentType, contentDisposition }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...at(sha256),
          ResponseContentType: contentType,
          ResponseContentDisposition: contentDisposition,
        }),
        { expiresIn: linkSeconds },
      ),
  }
  return {
    blobs,
    async admit() {
      try {
        await admitOnce()
        return true
      } catch (error) {
        if (!isPassing(error)) throw explain(error, location, 'use')
        trouble = wordFor(error)
        return false
      }
    },
    findTrouble: () => trouble,
    close() {
      client.destroy()
      uploader.destroy()
    },
  }
}

/** The lightest question there is; that nothing lies there is answer enough. */
function probeOf({ bucket, prefix }: BucketLocation): HeadObjectCommand {
  return new HeadObjectCommand({ Bucket: bucket, Key: `${prefix}innkeeper-check` })
}

function ignoreAbsent(error: unknown): void {
  if (!isAbsent(error)) throw error
}

async function abortForgotten(client: S3Client, bucket: string, folder: string): Promise<number> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: folder }))
  const forgotten = Uploads.filter(({ Initiated }) => Initiated && Date.now() - Initiated.getTime() > longestUploadMs)
  for (const { Key, UploadId } of forgotten) {
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
  }
  return forgotten.length
}

/** The name is checked, so that no key can lead out of the folder. */
function keyOf(folder: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A blob is named by the SHA-256 of its bytes')
  return `${folder}${sha256.slice(0, 2)}/${sha256.slice(2)}`
}
