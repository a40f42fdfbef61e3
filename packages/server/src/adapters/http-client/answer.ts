import { PlatformSilence } from '../../domain/platforms/platform-errors.ts'
import { isObject } from './untrusted-json.ts'

/** Whom we call. */
export type RemoteApi = {
  /** As people know it, for errors. */
  name: string
  /** A header with an ID that the API's support asks for. */
  requestIdHeader?: string
  /** Longer answers are taken for empty ones. A megabyte if unset. */
  mostAnswerBytes?: number
}

export type Answer = {
  status: number
  requestId: string | null
  text: string
  /** By the platform's clock. */
  answeredAt?: number | undefined
}

/** A page of 100 member ids has 4 kB; no response we expect comes near this. */
const defaultMostBytes = 1024 * 1024

export async function readAnswer(api: RemoteApi, response: Response): Promise<Answer> {
  const bytes = await readAtMost(response, api.mostAnswerBytes ?? defaultMostBytes)
  return {
    status: response.status,
    requestId: api.requestIdHeader === undefined ? null : response.headers.get(api.requestIdHeader),
    answeredAt: readDate(response.headers.get('date')),
    text: bytes === undefined ? '' : new TextDecoder().decode(bytes),
  }
}

function readDate(text: string | null): number | undefined {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** Undefined: there was more, and the rest wasn't read. */
export async function readAtMost(response: Response, mostBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  // Leaving the loop early ends the download.
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** For the end of a sentence about this response. */
export function describeRequestId({ requestIdHeader }: RemoteApi, { requestId }: Answer): string {
  return requestId !== null && /^[\w-]{1,64}$/.test(requestId) ? ` (${requestIdHeader} ${requestId})` : ''
}

/** A sentence of the other side, without our secrets, short enough for a log. */
export function withoutSecrets(said: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, '(hidden)'), said).slice(0, 300)
}

export function unexpectedStatus(api: RemoteApi, what: string, answer: Answer): PlatformSilence {
  const tail = describeRequestId(api, answer)
  return new PlatformSilence(`${api.name} returned status ${answer.status} for ${what}${tail}`)
}

export function unparsable(api: RemoteApi, what: string, answer: Answer): PlatformSilence {
  const tail = describeRequestId(api, answer)
  return new PlatformSilence(`${api.name}'s response for ${what} is not in the expected format${tail}`)
}

/** Why there was no response at all. The error of `fetch` isn't passed on: it may quote headers, and so the token. */
export function toSilence(api: RemoteApi, what: string, error: unknown): PlatformSilence {
  if (error instanceof PlatformSilence) return error
  const words = `No response from ${api.name} for ${what}: ${describe(error)}`
  return new PlatformSilence(words, { isUnsent: isBeforeRequest(error) })
}

/** No connection could be opened: a request that never left. */
const connectionCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** A route can also be lost in the middle of a request, so these count only while connecting. */
const routeCodes: ReadonlySet<unknown> = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])

function isBeforeRequest(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (!isObject(cause)) return false
  return connectionCodes.has(cause.code) || (routeCodes.has(cause.code) && cause.syscall === 'connect')
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  if (error.name === 'TimeoutError') return 'timed out'
  if (error.name === 'AbortError') return 'cancelled'
  const { cause } = error
  const code = isObject(cause) ? cause.code : undefined
  if (typeof code !== 'string') return 'the connection failed'
  const host = isObject(cause) ? cause.hostname : undefined
  return typeof host === 'string' ? `${host} can't be found (${code})` : code
}
