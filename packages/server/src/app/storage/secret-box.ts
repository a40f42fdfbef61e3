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
    if (readKeys(place).length === 0 && place.databaseUrl === null) createSecretKey(place.dataDir)
    const [key] = readKeys(place)
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

function readKeys({ dataDir, databaseUrl, secretKey, secretKeyOld }: Place): SealingKey[] {
  const given = [secretKey, secretKeyOld].flatMap((text) => (text === null ? [] : [text]))
  if (given.length > 0) return given.flatMap((text) => readSealingKey(text) ?? [])
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

/** The file that secrets saved in the browser can't be read without. Undefined if there is none, or another key is set. */
export function findSecretKey({ dataDir, databaseUrl, secretKey }: Place): string | undefined {
  const isInFile = secretKey === null && databaseUrl === null && readSecretKeys(dataDir).length > 0
  return isInFile ? secretKeyPath(dataDir) : undefined
}

/**
 * Encrypts all secrets with a new key and returns how many. Both keys are in the file until the last secret is encrypted, so an interruption
 * loses nothing, and a service that runs can still open everything.
 */
export async function rotateSecrets(place: Place, store: Store): Promise<number> {
  const isInFile = place.secretKey === null && place.databaseUrl === null
  const old = isInFile ? readSecretKeys(place.dataDir) : []
  const fresh = createSealingKey()
  if (isInFile) replaceSecretKeys(place.dataDir, [fresh, ...old])
  const keys = readKeys(place)
  const [key] = keys
  if (!key) throw new Refusal('invalid', 'INNKEEPER_SECRET_KEY is not set. Set it to the new key.')
  const stored = (await store.listSettings()).filter(({ isSealed, value }) => isSealed && sealedWith(value) !== key.id)
  const values = stored.map(({ name, value }) => {
    const text = unseal(keys, name, value)
    if (text === undefined) {
      throw new Refusal(
        'invalid',
        `${name} was encrypted with a key that is not here. Set INNKEEPER_SECRET_KEY_OLD to that key.`,
      )
    }
    return { name, from: value, to: seal(key, name, text) }
  })
  const count = await store.write<'reseal-settings'>({ kind: 'reseal-settings', at: Date.now(), values })
  if (isInFile) replaceSecretKeys(place.dataDir, [fresh])
  return count
}
