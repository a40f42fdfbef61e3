import { generateKeyPairSync } from 'node:crypto'
import { Refusal } from '../../domain/refusal.ts'
import { serverKeyName } from '../../domain/secrets/sealing.ts'
import type { ServerKey } from '../../ports/notifications.ts'
import { createMadeSecret, type MadeSecretDeps } from '../storage/made-secret.ts'

/** The key with which push services recognize this service. */
export type ServerKeys = {
  get(): Promise<ServerKey>
  /** Undefined if nothing can be sealed on this node. */
  find(): Promise<ServerKey | undefined>
}

/** Makes the key when it is first needed. If it can't be opened any more, there is a new one, and browsers have to subscribe again. */
export function createServerKeys({ baseUrl, ...deps }: MadeSecretDeps & { baseUrl: () => string }): ServerKeys {
  const read = createMadeSecret(deps, { name: serverKeyName, make: createPair, whenLost: 'make another' })
  const get: ServerKeys['get'] = async () => {
    const [publicKey = '', privateKey = ''] = (await read()).split(' ')
    return { publicKey, privateKey, subject: subjectOf(baseUrl()) }
  }
  return {
    get,
    find: () =>
      get().catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'unavailable') return undefined
        throw error
      }),
  }
}

/** The public key, uncompressed, and the private one, both in base64url. */
function createPair(): string {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return `${point.toString('base64url')} ${d}`
}

/** Push services want to know whom to contact, and some reject addresses on the machine itself. */
function subjectOf(baseUrl: string): string {
  const url = URL.parse(baseUrl)
  return url?.protocol === 'https:' && url.hostname.includes('.') ? url.origin : 'https://innkeeper.example'
}
