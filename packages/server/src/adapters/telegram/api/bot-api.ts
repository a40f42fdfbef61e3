import { PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import { createExchange } from '../../http-client/http-call.ts'
import { isObject } from '../../http-client/untrusted-json.ts'
import type { Json } from '../json.ts'
import { findNumber } from '../receiving/ids.ts'
import { telegramApi, toError, unparsable } from './api-errors.ts'

/** Calls of the Bot API. Nothing is retried here: the caller knows whether a retry is harmful. */
export type BotApi = {
  /** The `result`. `what` names the call in errors, without ids. */
  call(what: string, method: string, parameters?: object, options?: CallOptions): Promise<unknown>
  /** The same, for methods whose result is an object. */
  get(what: string, method: string, parameters?: object): Promise<Json>
  /** Where a file is downloaded. Contains the token, so it must not be shown or stored. */
  fileUrl(path: string): string
}

type CallOptions = { timeLimitMs?: number; signal?: AbortSignal }

export type BotApiOptions = {
  token: string
  /** `https://api.telegram.org`, or the address of a local Bot API server or a compatible platform. */
  apiBaseUrl: string
  fetch: typeof globalThis.fetch
  timeLimitMs: number
  /** Why no call may be made now. */
  findObstacle?: () => string | undefined
  /** Called with Telegram's own time, as each answer says it. */
  noteTime?: (answeredAt: number) => void
}

/** Telegram's form: the bot's number, and a secret. Anything else would change the path of an address. */
const tokenForm = /^(\d{1,16}):[\w-]{1,100}$/

/** The number of the bot that a token belongs to; undefined if this isn't a token. */
export function findBotOf(token: string): number | undefined {
  return findNumber(Number(tokenForm.exec(token)?.[1]))
}

export function createBotApi({ token, apiBaseUrl, fetch, timeLimitMs, findObstacle, noteTime }: BotApiOptions): BotApi {
  const exchange = createExchange(telegramApi, fetch)
  const call: BotApi['call'] = async (what, method, parameters = {}, options = {}) => {
    const obstacle = findObstacle?.()
    if (obstacle !== undefined) throw new PlatformSilence(obstacle, { isUnsent: true })
    const answer = await exchange(what, `${apiBaseUrl}/bot${token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'innkeeper' },
      body: JSON.stringify(parameters),
      timeLimitMs: options.timeLimitMs ?? timeLimitMs,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    if (answer.answeredAt !== undefined) noteTime?.(answer.answeredAt)
    if (answer.status !== 200) throw toError(what, answer, [token])
    const { ok, result } = answer.json()
    if (ok !== true || result === undefined) throw unparsable(what, answer)
    return result
  }
  return {
    call,
    async get(what, method, parameters) {
      const result = await call(what, method, parameters)
      if (!isObject(result)) throw new PlatformSilence(`Telegram's response for ${what} is not in the expected format`)
      return result
    },
    fileUrl: (path) => `${apiBaseUrl}/file/bot${token}/${path.split('/').map(encodeURIComponent).join('/')}`,
  }
}
