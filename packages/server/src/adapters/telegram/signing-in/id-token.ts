import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { findNumber, toId } from '../receiving/ids.ts'

/** Clocks differ a little. */
const toleranceSeconds = 60

/** Signatures with keys that only Telegram has. What is signed with a shared or no secret could come from anyone. */
const algorithms = ['RS256', 'ES256', 'EdDSA']

type Expected = { issuer: string; clientId: string; nonce: string; now: number; keys: JWTVerifyGetKey }

/**
 * Who an ID token is about, or why it is rejected. Telegram's `sub` is another number; the person's id in chats is `id`.
 * https://core.telegram.org/bots/telegram-login
 */
export async function readIdToken(token: string, expected: Expected): Promise<{ userId: string } | { reason: string }> {
  // Loaded on demand: it takes a tenth of the startup time, and most services never need it.
  const { jwtVerify } = await import('jose')
  let claims: JWTPayload
  try {
    const verified = await jwtVerify(token, expected.keys, {
      algorithms,
      issuer: expected.issuer,
      audience: expected.clientId,
      requiredClaims: ['id', 'exp', 'iat', 'nonce'],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(expected.now),
    })
    claims = verified.payload
  } catch (error) {
    // Not the message: it may quote the token.
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string') throw error
    return { reason: `the ID token is not valid (${code})` }
  }
  if (claims.nonce !== expected.nonce) return { reason: 'the ID token belongs to another sign-in' }
  // An audience may be a list with others besides us in it.
  if (claims.aud !== expected.clientId) return { reason: 'the ID token was issued for other clients too' }
  const id = findNumber(typeof claims.id === 'string' ? Number(claims.id) : claims.id)
  return id === undefined || id < 0 ? { reason: 'the ID token contains no valid user id' } : { userId: toId(id) }
}
