import type { JWTVerifyGetKey } from 'jose'
import { PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Exchange } from '../../http-client/http-call.ts'
import { toError } from '../api/api-errors.ts'

const usedForMs = 24 * 60 * 60_000
/** Tokens with invented keys must not make us ask all the time. */
const pauseMs = 30_000

/** The keys that Telegram signs with. A key that isn't among them may be new, so they are asked for once more. */
export function createSigningKeys(options: {
  exchange: Exchange
  url: string
  clock: Clock
  timeLimitMs: number
  /** Never shown. */
  secrets: readonly string[]
}): JWTVerifyGetKey {
  let current: { keys: JWTVerifyGetKey; askedAt: number } | undefined

  const load = async () => {
    const { createLocalJWKSet } = await import('jose')
    const what = 'the keys of the sign-in'
    const headers = { 'user-agent': 'innkeeper' }
    const answer = await options.exchange(what, options.url, {
      method: 'GET',
      headers,
      timeLimitMs: options.timeLimitMs,
    })
    if (answer.status !== 200) throw toError(what, answer, options.secrets)
    try {
      const keys = createLocalJWKSet(answer.json() as { keys: [] })
      current = { keys, askedAt: options.clock() }
      return current
    } catch {
      throw new PlatformSilence(`Telegram's response for ${what} is not in the expected format`)
    }
  }

  return async (header, token) => {
    const now = options.clock()
    const known = current && now - current.askedAt < usedForMs ? current : await load()
    try {
      return await known.keys(header, token)
    } catch (error) {
      const isUnknown = (error as { code?: unknown }).code === 'ERR_JWKS_NO_MATCHING_KEY'
      if (!isUnknown || now - known.askedAt < pauseMs) throw error
      return await (await load()).keys(header, token)
    }
  }
}
