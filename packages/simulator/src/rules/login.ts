import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LoginCode } from '@innkeeper/simulator-kit'

export type LoginToken = { userId: string; scope: string; expiresAt: number }

/** Codes and tokens of users, separate from those of the bot's channel. */
export type Logins = {
  codes: Map<string, LoginCode>
  accessTokens: Map<string, LoginToken>
  refreshTokens: Map<string, LoginToken>
}

export const accessLifeMs = 30 * 86_400_000
export const refreshLifeMs = 90 * 86_400_000

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
