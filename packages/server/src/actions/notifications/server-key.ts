import { generateKeyPairSync } from 'node:crypto'
import { Refusal } from '../../domain/refusal.ts'
import { serverKeyName } from '../../domain/secrets/sealing.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ServerKey } from '../../ports/notifications.ts'
import type { SecretBox } from '../../ports/service-settings.ts'
import type { Store } from '../../ports/store.ts'

type Deps = {
  store: Pick<Store, 'listSettings' | 'write'>
  secrets: SecretBox
  clock: Clock
  baseUrl: () => string
}

/** The key with which push services recognize this service. */
export type ServerKeys = {
  get(): Promise<ServerKey>
  /** Undefined if nothing can be sealed on this node. */
  find(): Promise<ServerKey | undefined>
}

/** Makes the key when it is first needed. If it can't be opened any more, there is a new one, and browsers have to subscribe again. */
export function createServerKeys({ store, secrets, clock, baseUrl }: Deps): ServerKeys {
  const opened = new Map<string, string>()
  const open = (sealed: string) => {
    const text = opened.get(sealed) ?? secrets.open(serverKeyName, sealed)
    if (text !== undefined && !opened.has(sealed)) {
      opened.clear()
      opened.set(sealed, text)
    }
    return text
  }
  const get: ServerKeys['get'] = async () => {
    const stored = (await store.listSettings()).find(({ name }) => name === serverKeyName)?.value
    const text = (stored === undefined ? undefined : open(stored)) ?? (await create(stored ?? null))
    const [publicKey = '', privateKey = ''] = text.split(' ')
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

  async function create(replaces: string | null): Promise<string> {
    const sealed = await secrets.seal(serverKeyName, createPair())
    const kept = await store.write<'keep-server-key'>({
      kind: 'keep-server-key',
      at: clock(),
      name: serverKeyName,
      sealed,
      replaces,
    })
    const text = open(kept)
    if (text === undefined) throw new Error('Another node sealed the key for notifications with a key that is not here')
    return text
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
