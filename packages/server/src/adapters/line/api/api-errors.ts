import type { messagingApi } from '@line/bot-sdk'
import {
  PlatformRefusal,
  type PlatformRefusalCode,
  type PlatformSilence,
} from '../../../domain/platforms/platform-errors.ts'
import {
  type Answer,
  describeRequestId,
  type RemoteApi,
  unexpectedStatus,
  unparsable as unparsableAnswer,
  withoutSecrets,
} from '../../http-client/answer.ts'
import { isObject, type Untrusted } from '../../http-client/untrusted-json.ts'

export const lineApi: RemoteApi = { name: 'LINE', requestIdHeader: 'x-line-request-id' }

/**
 * Turns any unsuccessful response into an error. `what` names the call, without ids, and `secrets` are removed from the
 * platform's message, because errors are logged.
 */
export function toError(what: string, answer: Answer, secrets: string[]): PlatformRefusal | PlatformSilence {
  const { status } = answer
  // The API documents no redirects, and following one would send the token elsewhere.
  if (status < 400 || status >= 500) return unexpectedStatus(lineApi, what, answer)
  const said = readMessage(answer.text)
  const shown = withoutSecrets(said, secrets)
  const tail = describeRequestId(lineApi, answer)
  const sentence = `LINE refused ${what}: ${status}${shown === '' ? '' : ` ${shown}`}${tail}`
  return new PlatformRefusal(codeOf(status, said), sentence.toWellFormed())
}

export function unparsable(what: string, answer: Answer): PlatformSilence {
  return unparsableAnswer(lineApi, what, answer)
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
