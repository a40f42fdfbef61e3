import { DeleteObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { BucketLocation } from '../../domain/storage/bucket-location.ts'
import type { SpooledFile } from '../../ports/media.ts'
import type { BlobOwner } from '../../ports/storage/blob-store.ts'
import { claimBucket, proveRights, verifyMark } from './admission.ts'
import { type BucketKeys, openClient } from './client.ts'
import { explain, isAbsent, isPassing, unavailable, wordFor } from './trouble.ts'

export type BucketOptions = {
  location: BucketLocation
  keys: BucketKeys
  owner: BlobOwner
  /** Time limit for requests that send no file. */
  answerMs?: number
}

/** A bucket and what is known about its state. Every method that rejects has a refusal `unavailable` as its reason. */
export type Bucket = {
  client: S3Client
  /** The prefix of every file's name. */
  folder: string
  at(sha256: string): { Bucket: string; Key: string }
  /** Every request goes through here, so that the state of the bucket is known. */
  ask<T>(request: () => Promise<T>): Promise<T>
  /** Checks once that the bucket is ours to use. Until then nothing is written or deleted. */
  admitOnce(): Promise<void>
  /** Throws a MediaProblem if the bucket can't be used as it is; false if it doesn't respond now, and may later. */
  admit(): Promise<boolean>
  isAdmitted(): boolean
  /** Throws if another Innkeeper has taken over the bucket. */
  verifyOwner(): Promise<void>
  findSize(sha256: string): Promise<number | undefined>
  send(file: SpooledFile): Promise<void>
  remove(sha256: string): Promise<void>
  findTrouble(): string | undefined
  close(): void
}

/** A user waits for these. Slow downloads keep their socket for long, so they don't share sockets with uploads. */
const asking = { mostSockets: 256, mostTries: 2, answerMs: 10_000 }
/** A part may take long on a slow connection. */
const sending = { mostSockets: 32, mostTries: 3, answerMs: 120_000 }
const partBytes = 8 * 1024 * 1024
/** S3 allows 10,000 parts per file. */
const mostParts = 9_000
const partsAtOnce = 2

export function openBucket({ location, keys, owner, answerMs = asking.answerMs }: BucketOptions): Bucket {
  const client = openClient(location, keys, { ...asking, answerMs })
  const uploader = openClient(location, keys, sending)
  const folder = `${location.prefix}media/`
  const at = (sha256: string) => ({ Bucket: location.bucket, Key: keyOf(folder, sha256) })
  let trouble: string | undefined
  let admission: Promise<void> | undefined
  let isAdmitted = false

  async function ask<T>(request: () => Promise<T>): Promise<T> {
    try {
      const answer = await request()
      trouble = undefined
      return answer
    } catch (error) {
      if (isAbsent(error)) throw error
      trouble = wordFor(error)
      throw unavailable(error)
    }
  }

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

  return {
    client,
    folder,
    at,
    ask,
    admitOnce,
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
    isAdmitted: () => isAdmitted,
    verifyOwner: () => ask(() => verifyMark({ client, location }, owner)),
    async findSize(sha256) {
      const where = at(sha256)
      try {
        const { ContentLength = 0 } = await ask(() => client.send(new HeadObjectCommand(where)))
        return ContentLength
      } catch (error) {
        if (isAbsent(error)) return undefined
        throw error
      }
    },
    async send({ sha256, sizeBytes, read }) {
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
    },
    async remove(sha256) {
      const where = at(sha256)
      await ask(admitOnce)
      await ask(() => client.send(new DeleteObjectCommand(where)))
    },
    findTrouble: () => trouble,
    close() {
      client.destroy()
      uploader.destroy()
    },
  }
}

/** Checks the name, so that no key can point outside the folder. */
function keyOf(folder: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('The name of a blob must be a SHA-256 in hexadecimal')
  return `${folder}${sha256.slice(0, 2)}/${sha256.slice(2)}`
}
