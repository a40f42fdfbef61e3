import { createHash } from 'node:crypto'

/** What a person consented to on the sign-in page, until the code is exchanged. */
export type LoginCode = {
  userId: string
  redirectUri: string
  scope: string
  nonce: string | undefined
  /** PKCE, S256 only. */
  challenge: string | undefined
  issuedAt: number
}

const codeLifeMs = 10 * 60_000

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
