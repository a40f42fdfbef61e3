import { createHash } from 'node:crypto'
import { S3Client } from '@aws-sdk/client-s3'
import type { BucketLocation } from '../../domain/storage/bucket-location.ts'

/** Undefined: whatever the machine itself has, such as the role of an instance. */
export type BucketKeys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined

const connectLimitMs = 3_000
const idleLimitMs = 30_000

export type ClientLimits = {
  /** Requests at a time; whoever comes after them waits. */
  mostSockets: number
  mostTries: number
  /** Until an answer begins. */
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
    // Where there is an endpoint the region only goes into signatures, and most stores do not care for it.
    ...(region !== null ? { region } : endpoint !== null && { region: 'us-east-1' }),
    ...(keys && { credentials: keys }),
    forcePathStyle: isPathStyle,
    retryMode: 'standard',
    maxAttempts: mostTries,
    // Not every store knows the newer checksums, and some refuse what bears one. MD5 they all know, and compare.
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
