import { Refusal } from '../../domain/refusal.ts'
import { type BucketLocation, describeBucket } from '../../domain/storage/bucket-location.ts'
import { MediaProblem } from '../../domain/storage/data-folder.ts'

/** What the SDK throws: a refusal of the store, or that there was no response. */
type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

export function isAbsent(error: unknown): boolean {
  const { name, $metadata } = error as S3Error
  return name === 'NoSuchKey' || name === 'NotFound' || ($metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket')
}

/** One word for what went wrong, which can be looked up. */
export function wordFor(error: unknown): string {
  if (error instanceof MediaProblem) return 'the bucket cannot be used'
  const { name, code, $metadata } = error as S3Error
  if (code) return code
  return name && name !== 'Error' ? name : `HTTP ${$metadata?.httpStatusCode ?? 'without a response'}`
}

/** For any problem with the bucket while the service is running: files wait until it is over. */
export function unavailable(error: unknown): unknown {
  if (error instanceof Refusal) return error
  return new Refusal('unavailable', `the media store does not respond correctly (${wordFor(error)}); nothing is lost`)
}

/** Errors of the network, or of a store that is down or busy. A wrong setting causes other errors. */
const passing = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'TimeoutError',
  'Timeout',
  'SlowDown',
])

export function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'unavailable'
  const status = (error as S3Error).$metadata?.httpStatusCode ?? 0
  return passing.has(wordFor(error)) || passing.has((error as S3Error).name) || status >= 500 || status === 429
}

const keyTrouble = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'InvalidSecurity',
])
const regionTrouble = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
])

/** What an operator can do about it. `doing`: what we tried, such as "write to". Names settings, never what is secret in them. */
export function explain(error: unknown, location: BucketLocation, doing: string): MediaProblem {
  if (error instanceof MediaProblem) return error
  const where = describeBucket(location)
  const word = wordFor(error)
  const status = (error as S3Error).$metadata?.httpStatusCode
  if (word === 'NoSuchBucket' || status === 404) {
    return new MediaProblem(
      `INNKEEPER_MEDIA_URL: the bucket ${location.bucket} does not exist (${where}). Create it, or correct the name.`,
    )
  }
  if (word === 'CredentialsProviderError') {
    return new MediaProblem(
      'INNKEEPER_MEDIA_URL is set, but its credentials are missing. Set INNKEEPER_S3_ACCESS_KEY_ID and ' +
        'INNKEEPER_S3_SECRET_ACCESS_KEY.',
    )
  }
  if (keyTrouble.has(word)) {
    return new MediaProblem(
      `INNKEEPER_S3_ACCESS_KEY_ID, INNKEEPER_S3_SECRET_ACCESS_KEY: ${where} rejects these keys (${word}). Compare them ` +
        'with the keys that the store issued.',
    )
  }
  if (regionTrouble.has(word) || status === 301 || (error as Error).message === 'Region is missing') {
    return new MediaProblem(
      `INNKEEPER_MEDIA_URL: ${where} is in another region (${word}). Add the region of the bucket with region=….`,
    )
  }
  if (status === 403) {
    return new MediaProblem(
      `INNKEEPER_MEDIA_URL: these keys are not allowed to ${doing} ${where} (${word}). Give them permission to list the bucket ` +
        'and to get, put and delete its objects.',
    )
  }
  return new MediaProblem(`INNKEEPER_MEDIA_URL: ${where} cannot be used (${word}). Check its endpoint.`)
}
