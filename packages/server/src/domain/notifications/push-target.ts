import { createPublicKey } from 'node:crypto'
import { invalid } from '../refusal.ts'

type Given = { endpoint: string; p256dh: string; auth: string }

/**
 * Throws a refusal if nothing could ever be sent there. Whether the address is a public one is decided when it is contacted,
 * because a name can lead somewhere else later. `ports`: permitted in addition to the default one.
 */
export function readPushTarget({ endpoint, p256dh, auth }: Given, ports: readonly number[]): Given {
  const url = URL.parse(endpoint)
  const isPort = url?.port === '' || ports.includes(Number(url?.port))
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || !isPort) {
    throw invalid('endpoint must be an HTTPS URL on the default port, without a username or password')
  }
  if (!isPoint(Buffer.from(p256dh, 'base64url'))) {
    throw invalid('p256dh must be the public key of the browser: a point on P-256, uncompressed, in base64url')
  }
  const secret = Buffer.from(auth, 'base64url')
  if (secret.length !== 16) throw invalid('auth must be the secret of the browser: 16 bytes in base64url')
  return {
    endpoint: url.href,
    p256dh: Buffer.from(p256dh, 'base64url').toString('base64url'),
    auth: secret.toString('base64url'),
  }
}

/** Uncompressed: 4, then both coordinates. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  const [x = '', y = ''] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'))
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
    return true
  } catch {
    return false
  }
}
