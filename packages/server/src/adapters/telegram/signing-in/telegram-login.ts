import { hash } from 'node:crypto'
import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PlatformIdentity, SignInPlatform } from '../../../ports/sign-in-platform.ts'
import { createExchange } from '../../http-client/http-call.ts'
import { telegramApi, toError, unparsable } from '../api/api-errors.ts'
import { findBotOf } from '../api/bot-api.ts'
import { readIdToken } from './id-token.ts'
import { createSigningKeys } from './signing-keys.ts'

export type TelegramLoginOptions = {
  /** Of the bot: its number is the client id. */
  token: string
  /** From @BotFather, under Bot Settings, Web Login. */
  clientSecret: string
  /** `https://oauth.telegram.org`, or the address of a compatible platform. */
  loginBaseUrl: string
  clock: Clock
  fetch?: typeof globalThis.fetch
}

/** A user is waiting. */
const timeLimitMs = 10_000

/** Signing in with Telegram: OpenID Connect, code flow with PKCE. Nothing that Telegram issues is kept. */
export function createTelegramLogin(options: TelegramLoginOptions): SignInPlatform {
  const { clientSecret, clock, fetch = globalThis.fetch, loginBaseUrl: issuer } = options
  const clientId = String(findBotOf(options.token))
  const exchange = createExchange(telegramApi, fetch)
  const what = 'the sign-in'
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  // Of the token, all but the number of the bot.
  const secrets = [clientSecret, credentials, ...options.token.split(':').slice(1)]
  const keys = createSigningKeys({ exchange, url: `${issuer}/.well-known/jwks.json`, clock, timeLimitMs, secrets })

  return {
    platform: 'telegram',
    name: 'Telegram',
    addressFor({ state, nonce, verifier }, returnUrl) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: returnUrl,
        state,
        nonce,
        scope: 'openid profile',
        code_challenge: hash('sha256', verifier, 'base64url'),
        code_challenge_method: 'S256',
      })
      return `${issuer}/auth?${query}`
    },
    async identify(query, { nonce, verifier }, returnUrl): Promise<PlatformIdentity> {
      if (query.error !== undefined) return refusedWith(query.error)
      if (query.code === undefined) return { kind: 'failed', reason: 'Telegram sent no authorization code' }
      const idToken = await fetchIdToken(query.code, verifier, returnUrl)
      const found = await readIdToken(idToken, { issuer, clientId, nonce, now: clock(), keys })
      return 'userId' in found ? { kind: 'known', ...found } : { kind: 'failed', ...found }
    },
  }

  async function fetchIdToken(code: string, verifier: string, returnUrl: string): Promise<string> {
    const answer = await exchange(what, `${issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'innkeeper',
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: returnUrl,
        client_id: clientId,
        code_verifier: verifier,
      }).toString(),
      timeLimitMs,
    })
    if (answer.status === 400 || answer.status === 401) {
      throw new PlatformRefusal(
        'forbidden',
        `Telegram refused the sign-in: ${answer.status}. Check TELEGRAM_LOGIN_CLIENT_SECRET, and the allowed address in @BotFather`,
      )
    }
    if (answer.status !== 200) throw toError(what, answer, secrets)
    const { id_token: idToken } = answer.json()
    if (typeof idToken !== 'string') throw unparsable(what, answer)
    return idToken
  }
}

/** Users may cancel; anything else is an error. The parameters of the URL may come from anyone. */
function refusedWith(error: string): PlatformIdentity {
  if (error.toLowerCase() === 'access_denied') return { kind: 'denied' }
  const shown = /^\w{1,64}$/.test(error) ? error : 'an unknown error'
  return { kind: 'failed', reason: `Telegram ended the sign-in with ${shown}` }
}
