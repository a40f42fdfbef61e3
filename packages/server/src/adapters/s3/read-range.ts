import type { Readable } from 'node:stream'
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { BlobRange } from '../../ports/storage/blob-store.ts'
import { isAbsent, unavailable } from './trouble.ts'

export class FileAbsent extends Error {}

type Look = { client: S3Client; bucket: string; key: string; signal: AbortSignal }

/**
 * The bytes as they arrive, no faster than they are consumed. A broken connection, which happens when a reader pauses for long,
 * is reopened from where it broke, as long as each attempt makes progress. Throws FileAbsent, or a refusal `unavailable`.
 */
export async function* readRange(look: Look, { start, end }: BlobRange): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; ) {
    const begunAt = at
    try {
      for await (const chunk of await openRange(look, { start: at, end })) {
        at += chunk.length
        yield chunk
      }
    } catch (error) {
      if (at === begunAt || look.signal.aborted) throw error
    }
    if (at === begunAt) throw unavailable(new Error('no bytes were received'))
  }
}

async function openRange(look: Look, { start, end }: BlobRange): Promise<Readable> {
  const { client, bucket, key, signal } = look
  const Range = `bytes=${start}-${end}`
  try {
    const got = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }), { abortSignal: signal })
    const body = got.Body as Readable
    const sizeBytes = Number(got.ContentRange?.split('/')[1] ?? got.ContentLength)
    if (sizeBytes > end) return body
    body.destroy()
    throw new TooShort(`A media file has ${sizeBytes} bytes; at least ${end + 1} were expected`)
  } catch (error) {
    if (error instanceof TooShort) throw error
    if (isAbsent(error)) throw new FileAbsent('The file does not exist')
    if ((error as Error).name === 'InvalidRange') throw new TooShort(`A media file ends before byte ${start}`)
    throw unavailable(error)
  }
}

class TooShort extends Error {}
