import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** What a user consented to on the sign-in page, until the code is exchanged. */
export type LoginCode = {
  userId: string
  redirectUri: string
  scope: string
  nonce: string | undefined
  /** PKCE, S256 only. */
  challenge: string | undefined
  issuedAt: number
}

export type LoginToken = { userId: string; scope: string; expiresAt: number }

/** Codes and tokens of users, separate from those of the bot's channel. */
export type Logins = {
  codes: Map<string, LoginCode>
  accessTokens: Map<string, LoginToken>
  refreshTokens: Map<string, LoginToken>
}

const codeLifeMs = 10 * 60_000
export const accessLifeMs = 30 * 86_400_000
export const refreshLifeMs = 90 * 86_400_000

export type Exchange = { redirectUri: string; verifier: string; at: number }

/** The error message for an exchange; undefined if it is valid. */
export function findExchangeProblem(code: LoginCode | undefined, { redirectUri, verifier, at }: Exchange) {
  if (!code || at >= code.issuedAt + codeLifeMs) return 'invalid authorization code'
  if (code.redirectUri !== redirectUri) return 'redirect_uri does not match'
  if (code.challenge === undefined) return undefined
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return 'invalid code_verifier'
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return challenge === code.challenge ? undefined : 'code_verifier does not match code_challenge'
}

export type IdClaims = { iss: string; sub: string; aud: string; exp: number; iat: number; nonce?: string } & Record<
  string,
  unknown
>

/** Signed as by LINE's web login: HS256 with the channel secret, and no `kid`. */
export function signIdToken(claims: IdClaims, secret: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${encode({ typ: 'JWT', alg: 'HS256' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** The claims, if `signIdToken` created the token with this secret. */
export function readIdToken(token: string, secret: string): IdClaims | undefined {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const wanted = createHmac('sha256', secret).update(`${head}.${payload}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}
