import { Readable, type Writable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { writeChunk } from '../../domain/media/write-chunk.ts'
import type { BucketLocation } from '../../domain/storage/bucket-location.ts'
import type { Spool } from '../../ports/media.ts'
import type { BlobStore, Media } from '../../ports/storage/blob-store.ts'
import { type Bucket, type BucketOptions, openBucket } from './bucket.ts'
import { FileAbsent, readRange } from './read-range.ts'
import { isAbsent, unavailable } from './trouble.ts'

export type S3Store = Media & Pick<Bucket, 'admit'>

type Options = BucketOptions & { spool: Spool }

const linkSeconds = 300
/** No upload of ours takes this long. Those of processes that died cost money until they are aborted. */
const longestUploadMs = 24 * 60 * 60_000

/** Files in a bucket, named by their hash: `media/ab/cdef…` after the prefix. */
export function openS3Store({ spool, ...options }: Options): S3Store {
  const { location } = options
  const bucket = openBucket(options)
  const { client, folder, at, ask, admitOnce } = bucket
  /** Stops reading from the bucket when the reader has gone. */
  const read = (sha256: string, range: Parameters<BlobStore['open']>[1]) => {
    const gone = new AbortController()
    const chunks = readRange({ client, bucket: location.bucket, key: at(sha256).Key, signal: gone.signal }, range)
    return { chunks, stop: () => gone.abort() }
  }
  const blobs: BlobStore = {
    check: () => ask(() => admitOnce().then(() => client.send(probeOf(location)).then(() => {}, ignoreAbsent))),
    put: (bytes) =>
      spool.take(bytes, async (file) => {
        await ask(admitOnce)
        const { sha256, sizeBytes } = file
        if ((await bucket.findSize(sha256)) !== sizeBytes) {
          await bucket.send(file)
          const found = await bucket.findSize(sha256)
          if (found !== sizeBytes) throw unavailable(new Error(`${found} of ${sizeBytes} bytes were stored`))
        }
        return { sha256, sizeBytes }
      }),
    open(sha256, range) {
      const { chunks, stop } = read(sha256, range)
      return Readable.from(chunks, { objectMode: false }).once('close', stop)
    },
    async pour(sha256, range, begin) {
      const { chunks, stop } = read(sha256, range)
      let into: Writable | undefined
      try {
        for await (const chunk of chunks) {
          into ??= begin().once('close', stop)
          if (!(await writeChunk(into, chunk))) return true
        }
      } catch (error) {
        if (error instanceof FileAbsent && !into) return false
        // The client has gone, which aborted our own read.
        if (into?.destroyed) return true
        throw error
      }
      into?.end()
      return true
    },
    async stat(sha256) {
      const sizeBytes = await bucket.findSize(sha256)
      return sizeBytes === undefined ? undefined : { sizeBytes }
    },
    remove: bucket.remove,
    async *list() {
      await ask(admitOnce)
      // The caller may delete what is listed, so check each time that the files are still ours.
      await bucket.verifyOwner()
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
      const dropped = await spool.dropUnfinished()
      if (!bucket.isAdmitted()) return dropped
      // Some stores can't list them; there a lifecycle rule of the bucket has to do it.
      return dropped + (await abortForgotten(bucket, location).catch(() => 0))
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
  return { blobs, admit: bucket.admit, findTrouble: bucket.findTrouble, close: bucket.close }
}

/** The cheapest request; "not found" is a sufficient response. */
function probeOf({ bucket, prefix }: BucketLocation): HeadObjectCommand {
  return new HeadObjectCommand({ Bucket: bucket, Key: `${prefix}innkeeper-check` })
}

function ignoreAbsent(error: unknown): void {
  if (!isAbsent(error)) throw error
}

async function abortForgotten({ client, folder }: Bucket, { bucket }: BucketLocation): Promise<number> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: folder }))
  const forgotten = Uploads.filter(({ Initiated }) => Initiated && Date.now() - Initiated.getTime() > longestUploadMs)
  for (const { Key, UploadId } of forgotten) {
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
  }
  return forgotten.length
}
