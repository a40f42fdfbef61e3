import type { messagingApi } from '@line/bot-sdk'
import {
  PlatformRefusal,
  type PlatformRefusalCode,
  PlatformSilence,
} from '../../../domain/platforms/platform-errors.ts'
import { isObject, type Untrusted } from '../receiving/untrusted-json.ts'

/** The platform's message, and the request id for its support. */
export type Answer = {
  status: number
  requestId: string | null
  text: string
  /** By the platform's clock. */
  answeredAt?: number | undefined
}

/**
 * Turns any unsuccessful response into an error. `what` names the call, without ids, and `secrets` are removed from the
 * platform's message, because errors are logged.
 */
export function toError(what: string, answer: Answer, secrets: string[]): PlatformRefusal | PlatformSilence {
  const { status } = answer
  const said = readMessage(answer.text)
  // The API documents no redirects, and following one would send the token elsewhere.
  if (status < 400 || status >= 500)
    return new PlatformSilence(`LINE returned status ${status} for ${what}${tail(answer)}`)
  const shown = secrets.reduce((text, secret) => text.replaceAll(secret, '(hidden)'), said).slice(0, 300)
  const sentence = `LINE refused ${what}: ${status}${shown === '' ? '' : ` ${shown}`}${tail(answer)}`
  return new PlatformRefusal(codeOf(status, said), sentence.toWellFormed())
}

export function unparsable(what: string, answer: Answer): PlatformSilence {
  return new PlatformSilence(`LINE's response for ${what} is not in the expected format${tail(answer)}`)
}

/** Why there was no response at all. The error of `fetch` isn't passed on: it may quote headers, and so the token. */
export function toSilence(what: string, error: unknown): PlatformSilence {
  if (error instanceof PlatformSilence) return error
  return new PlatformSilence(`No response from LINE for ${what}: ${describe(error)}`)
}

function codeOf(status: number, said: string): PlatformRefusalCode {
  switch (status) {
    case 400:
      return /invalid reply token/i.test(said) ? 'reply-right-spent' : 'invalid'
    case 401:
    case 403:
      return 'forbidden'
    case 404:
    case 410:
      return 'not-found'
    case 429:
      return /monthly limit/i.test(said) ? 'quota' : 'too-fast'
    default:
      return 'invalid'
  }
}

/** The messaging API says `message` and `details`, the token endpoint `error` and `error_description`. */
function readMessage(text: string): string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return ''
  }
  if (!isObject(body)) return ''
  const { message, details } = body as Untrusted<messagingApi.ErrorResponse>
  const parts = [message, body.error, body.error_description]
  for (const detail of Array.isArray(details) ? details.slice(0, 5) : []) {
    if (isObject(detail))
      parts.push([detail.property, detail.message].filter((one) => typeof one === 'string').join(': '))
  }
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .join('; ')
    .replace(/\p{Cc}+/gu, ' ')
}

function tail({ requestId }: Answer): string {
  return requestId !== null && /^[\w-]{1,64}$/.test(requestId) ? ` (x-line-request-id ${requestId})` : ''
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
