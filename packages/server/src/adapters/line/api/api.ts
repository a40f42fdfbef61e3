import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { Exchange, WholeAnswer } from '../../http-client/http-call.ts'
import { type AccessTokens, withToken } from './access-tokens.ts'
import { toError } from './api-errors.ts'

/** Calls of the Messaging API. Nothing is retried here: the caller knows whether a retry is harmful. */
export type Api = {
  get(what: string, path: string): Promise<WholeAnswer>
  post(what: string, path: string, body: object | undefined, more?: PostOptions): Promise<WholeAnswer>
  put(what: string, path: string, body: object): Promise<WholeAnswer>
}

/** `alsoDone`: a status besides 200 that also means success. */
type PostOptions = { timeLimitMs?: number; headers?: Record<string, string>; alsoDone?: number }

export function createApi(options: {
  exchange: Exchange
  tokens: AccessTokens
  baseUrl: string
  secrets: string[]
  timeLimitMs: number
}): Api {
  return {
    get: (what, path) => call(what, 'GET', path),
    post: (what, path, body, more) => call(what, 'POST', path, body, more),
    put: (what, path, body) => call(what, 'PUT', path, body),
  }

  async function call(
    what: string,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    { timeLimitMs = options.timeLimitMs, headers = {}, alsoDone = 200 }: PostOptions = {},
  ): Promise<WholeAnswer> {
    let used = ''
    const answer = await withToken(options.tokens, (token) => {
      used = token
      return options.exchange(what, `${options.baseUrl}${path}`, {
        method,
        headers: {
          ...headersFor(token),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        timeLimitMs: Math.min(timeLimitMs, options.timeLimitMs),
      })
    })
    if (answer.status === 200 || answer.status === alsoDone) return answer
    throw toError(what, answer, [used, ...options.secrets])
  }
}

export function headersFor(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'user-agent': 'innkeeper' }
}

/** Encodes an id for a URL path. Dots alone would lead to another path, however they are encoded. */
export function inPath(id: string): string {
  if (id === '' || id.length > 128 || id === '.' || id === '..' || !id.isWellFormed())
    throw new PlatformRefusal('invalid', 'The id is not valid for LINE; it must have 1 to 128 characters')
  return encodeURIComponent(id)
}
