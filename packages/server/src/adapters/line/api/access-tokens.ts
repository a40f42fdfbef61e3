import type { channelAccessToken } from '@line/bot-sdk'
import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Exchange } from '../../http-client/http-call.ts'
import type { Untrusted } from '../../http-client/untrusted-json.ts'
import { toError, unparsable } from './api-errors.ts'

export type AccessTokens = {
  get(): Promise<string>
  /** Reports that the platform rejected this token; true if another one can be requested. */
  discard(token: string): boolean
}

/** Renewed this long before it expires, so that no call is sent with a token that expires on the way. */
const renewBeforeMs = 60_000

/** What a header can carry; anything else would make `fetch` quote the token in its error. */
const tokenForm = /^[!-~]+$/

export function fixedToken(token: string): AccessTokens {
  if (!tokenForm.test(token))
    throw new Error(
      'The LINE channel access token contains spaces or other characters that are not allowed. Copy it again from the ' +
        'LINE Developers Console',
    )
  return { get: async () => token, discard: () => false }
}

/** Calls with a token; if the platform rejects it and another one can be requested, once more with that one. */
export async function withToken<T extends { status: number }>(
  tokens: AccessTokens,
  ask: (token: string) => Promise<T>,
): Promise<T> {
  const token = await tokens.get()
  const answer = await ask(token)
  if (answer.status !== 401 || !tokens.discard(token)) return answer
  return await ask(await tokens.get())
}

export function noToken(): AccessTokens {
  const words =
    "LINE cannot be called without a channel access token or a channel ID of the bot's account. Set one of them"
  return { get: () => Promise.reject(new PlatformRefusal('forbidden', words)), discard: () => false }
}

/** 15-minute tokens for channel id and secret, so no long-lived token can leak. One request at a time, shared by all. */
export function statelessTokens(options: {
  channelId: string
  channelSecret: string
  exchange: Exchange
  url: string
  clock: Clock
  timeLimitMs: number
}): AccessTokens {
  let current: { token: string; expiresAt: number } | undefined
  let renewal: Promise<string> | undefined

  async function renew(): Promise<string> {
    const askedAt = options.clock()
    const issued = await issue(options)
    current = { token: issued.token, expiresAt: askedAt + issued.lifeMs }
    return issued.token
  }

  return {
    async get() {
      const leftMs = current === undefined ? 0 : current.expiresAt - options.clock()
      if (current !== undefined && leftMs > renewBeforeMs) return current.token
      renewal ??= renew().finally(() => {
        renewal = undefined
      })
      if (current === undefined || leftMs <= 0) return await renewal
      // Still valid for a minute: a failed renewal is retried with the next call.
      const { token } = current
      return await renewal.catch(() => token)
    },
    discard(token) {
      if (current?.token === token) current = undefined
      return true
    },
  }
}

type Issued = { token: string; lifeMs: number }

async function issue(options: Parameters<typeof statelessTokens>[0]): Promise<Issued> {
  const what = 'a new access token'
  const answer = await options.exchange(what, options.url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: options.channelId,
      client_secret: options.channelSecret,
    }).toString(),
    timeLimitMs: options.timeLimitMs,
  })
  if (answer.status !== 200) {
    const error = toError(what, answer, [options.channelSecret])
    // Here 400 means a wrong channel id or secret, so a retry doesn't help.
    if (error instanceof PlatformRefusal && error.code === 'invalid')
      throw new PlatformRefusal('forbidden', `${error.message}; check the LINE channel ID and the LINE channel secret`)
    throw error
  }
  const body = answer.json() as Untrusted<channelAccessToken.IssueStatelessChannelAccessTokenResponse>
  const { access_token: token, expires_in: lifeSeconds } = body
  if (typeof token !== 'string' || !tokenForm.test(token)) throw unparsable(what, answer)
  if (typeof lifeSeconds !== 'number' || !(lifeSeconds > 0)) throw unparsable(what, answer)
  return { token, lifeMs: lifeSeconds * 1000 }
}
