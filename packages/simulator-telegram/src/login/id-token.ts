import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A key that signs ID tokens. */
export type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject }

export type IdClaims = {
  iss: string
  aud: string
  /** Not the user's id, which is `id`. */
  sub: string
  iat: number
  exp: number
  id: number
} & Record<string, unknown>

/** How an ID token is wrong. `unsigned`: without a signature. `hmac`: signed with the public key as a secret. */
export type Forgery = {
  claims?: Record<string, unknown>
  signature?: 'unsigned' | 'hmac' | 'unknown-key' | 'damaged'
}

export function createSigningKey(kid: string): SigningKey {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}

export function describeKeys(keys: readonly SigningKey[]): object {
  return {
    keys: keys.map(({ kid, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' })),
  }
}

export function signIdToken(claims: IdClaims, key: SigningKey, { claims: changed, signature }: Forgery = {}): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = encode({ ...claims, ...changed })
  if (signature === 'unsigned') return `${encode({ typ: 'JWT', alg: 'none' })}.${body}.`
  if (signature === 'hmac') {
    const text = `${encode({ typ: 'JWT', alg: 'HS256', kid: key.kid })}.${body}`
    const secret = key.publicKey.export({ format: 'pem', type: 'spki' })
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const used = signature === 'unknown-key' ? createSigningKey(`${key.kid}-unknown`) : key
  const text = `${encode({ typ: 'JWT', alg: 'RS256', kid: used.kid })}.${body}`
  const bytes = sign('sha256', Buffer.from(text), used.privateKey)
  if (signature === 'damaged') bytes[0] = (bytes[0] ?? 0) ^ 1
  return `${text}.${bytes.toString('base64url')}`
}
