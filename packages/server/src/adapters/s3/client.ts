import { createHash } from 'node:crypto'
import { S3Client } from '@aws-sdk/client-s3'
import type { BucketLocation } from '../../domain/storage/bucket-location.ts'

/** Undefined: the machine's own credentials, such as an instance role. */
export type BucketKeys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined

const connectLimitMs = 3_000
const idleLimitMs = 30_000

export type ClientLimits = {
  /** Requests at a time; further ones wait. */
  mostSockets: number
  mostTries: number
  /** Until a response starts. */
  answerMs: number
}

export function openClient(
  location: BucketLocation,
  keys: BucketKeys,
  { mostSockets, mostTries, answerMs }: ClientLimits,
): S3Client {
  const { endpoint, region, isPathStyle } = location
  const agent = { keepAlive: true, maxSockets: mostSockets }
  const client = new S3Client({
    ...(endpoint !== null && { endpoint }),
    // With an endpoint, the region is only part of the signature, and most stores ignore it.
    ...(region !== null ? { region } : endpoint !== null && { region: 'us-east-1' }),
    ...(keys && { credentials: keys }),
    forcePathStyle: isPathStyle,
    retryMode: 'standard',
    maxAttempts: mostTries,
    // Not every store supports the newer checksums, and some reject requests with one. All of them verify MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectLimitMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleLimitMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  client.middlewareStack.add(
    (next) => (args) => {
      const input = args.input as { Body?: unknown; ContentMD5?: string }
      if (input.Body instanceof Uint8Array) input.ContentMD5 = md5Of(input.Body)
      return next(args)
    },
    { step: 'initialize', name: 'sayMd5' },
  )
  return client
}

function md5Of(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64')
}
