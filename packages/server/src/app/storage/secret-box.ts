import { createSecretKey, readSecretKeys, replaceSecretKeys, secretKeyPath } from '../../adapters/fs/secret-key.ts'
import type { Config } from '../../config/config.ts'
import { Refusal } from '../../domain/refusal.ts'
import {
  createSealingKey,
  readSealingKey,
  type SealingKey,
  seal,
  sealedWith,
  unseal,
} from '../../domain/secrets/sealing.ts'
import { DatabaseProblem } from '../../domain/storage/data-folder.ts'
import type { SecretBox } from '../../ports/service-settings.ts'
import type { Store } from '../../ports/store.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey' | 'secretKeyOld'>

/**
 * The key is a setting or a file in the data folder. With PostgreSQL only the setting is used, because every node has a data folder
 * of its own. The file is read each time, because a command may have changed the key.
 */
export function createSecretBox(place: Place): SecretBox {
  const current = (): SealingKey => {
    if (readOwnKeys(place).length === 0 && place.databaseUrl === null) createSecretKey(place.dataDir)
    const [key] = readOwnKeys(place)
    if (key) return key
    throw new Refusal(
      'unavailable',
      'INNKEEPER_SECRET_KEY is not set, so a secret cannot be saved in the database. Set it to the same 64 hexadecimal digits on ' +
        'every node (openssl rand -hex 32), and start the nodes again',
    )
  }
  return {
    seal: async (name, text) => seal(current(), name, text),
    open: (name, sealed) => unseal(readKeys(place), name, sealed),
  }
}

/** Those that open what is stored. */
function readKeys(place: Place): SealingKey[] {
  return [...readOwnKeys(place), ...readGiven(place.secretKeyOld)]
}

/** The first one seals. */
function readOwnKeys({ dataDir, databaseUrl, secretKey }: Place): SealingKey[] {
  if (secretKey !== null) return readGiven(secretKey)
  if (databaseUrl !== null) return []
  return readSecretKeys(dataDir).map((line) => {
    const key = readSealingKey(line)
    if (key) return key
    throw new DatabaseProblem(
      `${secretKeyPath(dataDir)} has a line that is not a key of 64 hexadecimal digits. Restore the file from your copy. Without ` +
        'it, secrets that were saved in the browser have to be entered again.',
    )
  })
}

function readGiven(text: string | null): SealingKey[] {
  const key = text === null ? undefined : readSealingKey(text)
  return key ? [key] : []
}

/** The file that secrets saved in the browser can't be read without. Undefined if there is none, or another key is set. */
export function findSecretKey({ dataDir, databaseUrl, secretKey }: Place): string | undefined {
  const isInFile = secretKey === null && databaseUrl === null && readSecretKeys(dataDir).length > 0
  return isInFile ? secretKeyPath(dataDir) : undefined
}

/**
 * Encrypts all secrets with a new key and returns how many. Both keys are in the file until the last secret is encrypted, so an interruption
 * loses nothing, and a service that runs can still open everything. It may be about to save a secret that it has sealed with the former
 * key: from the first round on, the store accepts none, so the service seals it again, and the second round finds those that were faster.
 */
export async function rotateSecrets(place: Place, store: Store): Promise<number> {
  if (place.secretKey !== null || place.databaseUrl !== null) {
    if (place.secretKey === null)
      throw new Refusal('invalid', 'INNKEEPER_SECRET_KEY is not set. Set it to the new key.')
    return await reseal(readKeys(place), store)
  }
  const lock = await lockRotation(place.dataDir)
  try {
    const old = readSecretKeys(place.dataDir)
    const fresh = createSealingKey()
    replaceSecretKeys(place.dataDir, [fresh, ...old])
    const count = await reseal(readKeys(place), store)
    replaceSecretKeys(place.dataDir, [fresh])
    return count
  } finally {
    lock.release()
  }
}

/** With the first key. The others are needed no more when this returns. */
async function reseal([key, ...former]: readonly SealingKey[], store: Store): Promise<number> {
  if (!key) throw new Error('There is no key to encrypt with')
  const keys = [key, ...former]
  const retired = former.map(({ id }) => id).filter((id) => id !== key.id)
  let count = 0
  for (let isFirst = true; ; isFirst = false) {
    const stored = (await store.listSettings()).filter(
      ({ isSealed, value }) => isSealed && sealedWith(value) !== key.id,
    )
    if (stored.length === 0 && !isFirst) return count
    const values = stored.map(({ name, value }) => {
      const text = unseal(keys, name, value)
      if (text !== undefined) return { name, from: value, to: seal(key, name, text) }
      throw new Refusal(
        'invalid',
        `${name} was encrypted with a key that is not here. Set INNKEEPER_SECRET_KEY_OLD to that key.`,
      )
    })
    count += await store.write<'reseal-settings'>({
      kind: 'reseal-settings',
      at: Date.now(),
      keyId: key.id,
      retired: isFirst ? retired : null,
      values,
    })
  }
}

/** Two rotations would drop each other's key. */
async function lockRotation(dataDir: string): Promise<{ release(): void }> {
  const { lockDataDir } = await import('../../adapters/sqlite/serve-lock.ts')
  try {
    return lockDataDir(dataDir, 'secret.key.lock')
  } catch (error) {
    if (!(error instanceof DatabaseProblem)) throw error
    throw new Refusal(
      'invalid',
      'Another command changes the key of the saved secrets right now. Wait until it has finished.',
    )
  }
}
