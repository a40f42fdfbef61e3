import { hash } from 'node:crypto'
import type { Clock } from '../../../ports/clock.ts'
import type { PlatformIdentity, SignInPlatform } from '../../../ports/sign-in-platform.ts'
import { createExchange } from '../../http-client/http-call.ts'
import { lineApi, toError, unparsable } from './api-errors.ts'
import { readIdToken } from './id-token.ts'

type LineLoginOptions = {
  /** A LINE Login channel under the same provider as the bot: only then do people have the same ids in both. */
  channelId: string
  channelSecret: string
  /** `https://access.line.me` and `https://api.line.me`, or the address of a compatible platform. */
  loginBaseUrl: string
  apiBaseUrl: string
  clock: Clock
}

/** A user is waiting. */
const timeLimitMs = 10_000

/** Signing in with LINE: OpenID Connect, code flow with PKCE. Nothing that LINE issues is kept. */
export function createLineLogin(options: LineLoginOptions): SignInPlatform {
  const { channelId, channelSecret, clock } = options
  const exchange = createExchange(lineApi, globalThis.fetch)
  const what = 'the sign-in'

  return {
    platform: 'line',
    name: 'LINE',
    addressFor({ state, nonce, verifier }, returnUrl) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: channelId,
        redirect_uri: returnUrl,
        state,
        nonce,
        scope: 'openid profile',
        code_challenge: hash('sha256', verifier, 'base64url'),
        code_challenge_method: 'S256',
      })
      return `${options.loginBaseUrl}/oauth2/v2.1/authorize?${query}`
    },
    async identify(query, { nonce, verifier }, returnUrl): Promise<PlatformIdentity> {
      if (query.error !== undefined) return refusedWith(query.error)
      if (query.code === undefined) return { kind: 'failed', reason: 'LINE sent no authorization code' }
      const idToken = await fetchIdToken(query.code, verifier, returnUrl)
      const found = await readIdToken(idToken, { channelId, channelSecret, nonce, now: clock() })
      return 'userId' in found ? { kind: 'known', ...found } : { kind: 'failed', ...found }
    },
  }

  async function fetchIdToken(code: string, verifier: string, returnUrl: string): Promise<string> {
    const answer = await exchange(what, `${options.apiBaseUrl}/oauth2/v2.1/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'innkeeper' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: returnUrl,
        client_id: channelId,
        client_secret: channelSecret,
        code_verifier: verifier,
      }).toString(),
      timeLimitMs,
    })
    if (answer.status !== 200) throw toError(what, answer, [channelSecret, verifier])
    const { id_token: idToken } = answer.json()
    if (typeof idToken !== 'string') throw unparsable(what, answer)
    return idToken
  }
}

/** Users may cancel; anything else is an error. The parameters of the URL may come from anyone. */
function refusedWith(error: string): PlatformIdentity {
  if (error.toUpperCase() === 'ACCESS_DENIED') return { kind: 'denied' }
  const shown = /^\w{1,64}$/.test(error) ? error : 'an unknown error'
  return { kind: 'failed', reason: `LINE ended the sign-in with ${shown}` }
}
