import type { Clock } from '../../ports/clock.ts'
import type { SecretBox } from '../../ports/service-settings.ts'
import type { Store } from '../../ports/store.ts'
import { keyReplaced } from './service-settings.ts'

export type MadeSecretDeps = { store: Pick<Store, 'listSettings' | 'write'>; secrets: SecretBox; clock: Clock }

type MadeSecret = {
  name: string
  make(): string
  /** What happens if it can't be opened any more: another one is made, or this is thrown. */
  whenLost: 'make another' | (() => Error)
}

/** Of this, one is enough unless the key is changed at this moment. */
const mostTries = 3

/** Reads a secret that no one enters. It is made when it is first needed, and sealed beside the settings. Of two nodes, the first one decides. */
export function createMadeSecret({ store, secrets, clock }: MadeSecretDeps, secret: MadeSecret): () => Promise<string> {
  const { name, make, whenLost } = secret
  const opened = new Map<string, string>()
  const open = (sealed: string) => {
    const text = opened.get(sealed) ?? secrets.open(name, sealed)
    if (text !== undefined && !opened.has(sealed)) {
      opened.clear()
      opened.set(sealed, text)
    }
    return text
  }
  const create = async (replaces: string | null): Promise<string> => {
    for (let tries = 0; tries < mostTries; tries++) {
      const sealed = await secrets.seal(name, make())
      const at = clock()
      const kept = await store.write<'keep-server-key'>({ kind: 'keep-server-key', at, name, sealed, replaces })
      if (kept === null) continue
      const text = open(kept)
      if (text === undefined) throw new Error(`Another node sealed ${name} with a key that is not here`)
      return text
    }
    throw keyReplaced()
  }
  return async () => {
    const stored = (await store.listSettings()).find((one) => one.name === name)?.value
    if (stored === undefined) return await create(null)
    const text = open(stored)
    if (text !== undefined) return text
    if (whenLost !== 'make another') throw whenLost()
    return await create(stored)
  }
}
