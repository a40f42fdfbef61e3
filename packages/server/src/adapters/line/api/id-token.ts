import type { JWTPayload } from 'jose'

const issuer = 'https://access.line.me'

/** Clocks differ a little. */
const toleranceSeconds = 60

type Expected = { channelId: string; channelSecret: string; nonce: string; now: number }

/**
 * Who an ID token is about, or why it is rejected. For web sign-ins LINE signs with the channel secret (HS256) and names no
 * key, though its discovery document mentions ES256; accepting more than exactly that would allow forged tokens.
 * https://developers.line.biz/en/docs/line-login/verify-id-token/
 */
export async function readIdToken(token: string, expected: Expected): Promise<{ userId: string } | { reason: string }> {
  // Loaded on demand: it takes a tenth of the startup time, and most services never need it.
  const { jwtVerify } = await import('jose')
  let claims: JWTPayload
  try {
    const verified = await jwtVerify(token, new TextEncoder().encode(expected.channelSecret), {
      algorithms: ['HS256'],
      issuer,
      audience: expected.channelId,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(expected.now),
    })
    claims = verified.payload
  } catch (error) {
    // Not the message: it may quote the token.
    const { code } = error as { code?: unknown }
    return { reason: `the ID token is not valid (${typeof code === 'string' ? code : 'unreadable'})` }
  }
  if (claims.nonce !== expected.nonce) return { reason: 'the ID token belongs to another sign-in' }
  // An audience may be a list with others besides us in it.
  if (claims.aud !== expected.channelId) return { reason: 'the ID token was issued for other clients too' }
  // Its type is what the library declares, not what it checks.
  const userId: unknown = claims.sub
  if (typeof userId !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(userId))
    return { reason: 'the ID token contains no valid user id' }
  return { userId }
}
