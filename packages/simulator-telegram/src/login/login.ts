import { createHash } from 'node:crypto'
import type { LoginCode } from '@innkeeper/simulator-kit'
import { createSigningKey, type Forgery, type SigningKey } from './id-token.ts'

/** Signing in on the web: what people consented to, and the keys. */
export type Logins = {
  codes: Map<string, LoginCode>
  /** The newest one signs. Those before it stay published until they are withdrawn. */
  keys: SigningKey[]
  /** How the next ID tokens are wrong. */
  forgeries: Forgery[]
  keyCount: number
}

export function createLogins(): Logins {
  return { codes: new Map(), keys: [], forgeries: [], keyCount: 0 }
}

/** The key that signs now. The first one is made when it's needed, because that takes a while. */
export function currentKey(logins: Logins): SigningKey {
  return logins.keys[0] ?? addKey(logins)
}

/** A new key signs from now on. Without `keepsOld`, the earlier ones are no longer published. */
export function rotateKeys(logins: Logins, { keepsOld = true }: { keepsOld?: boolean } = {}): void {
  if (!keepsOld) logins.keys = []
  addKey(logins)
}

function addKey(logins: Logins): SigningKey {
  const key = createSigningKey(`key-${++logins.keyCount}`)
  logins.keys.unshift(key)
  return key
}

/** What the platform calls a person in ID tokens: another number than their id. */
export function subjectOf(userId: number): string {
  const hash = createHash('sha256').update(`subject of ${userId}`).digest()
  return String(hash.readBigUInt64BE() >> 1n)
}
