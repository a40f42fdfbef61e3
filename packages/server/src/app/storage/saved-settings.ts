import { existsSync } from 'node:fs'
import { openAll } from '../../actions/storage/service-settings.ts'
import { secretKeyPath } from '../../adapters/fs/secret-key.ts'
import { type Config, type Flags, readConfig, type Saved } from '../../config/config.ts'
import { variableOf } from '../../config/settings.ts'
import { serverKeyName, webhookKeyName } from '../../domain/secrets/sealing.ts'
import { DatabaseProblem } from '../../domain/storage/data-folder.ts'
import type { StoredSetting } from '../../ports/operator-store.ts'
import type { Store } from '../../ports/store.ts'
import { hasStore, inspectStore, storeLocation, withReadOnlyStore } from './open-store.ts'
import { createSecretBox } from './secret-box.ts'

/** What the service runs with. */
export type FullConfig = { config: Config; saved: Saved; hasOperator: boolean }

type Reads = Pick<Store, 'listSettings' | 'hasOperator'>
type Found = { stored: StoredSetting[]; hasOperator: boolean }

/** The settings of a process together with those that were saved in the browser. Throws a DatabaseProblem if a secret can't be opened. */
export async function readFullConfig(
  environment: Record<string, string | undefined>,
  flags: Flags,
): Promise<FullConfig> {
  const given = readConfig(environment, flags)
  if (!hasStore(given)) return { config: given, saved: new Map(), hasOperator: false }
  const { stored, hasOperator } = await look(given)
  const saved = openAll(stored, createSecretBox(given))
  const closed = stored.filter(({ name }) => !saved.has(name) && name !== serverKeyName).map(({ name }) => name)
  if (closed.length > 0) throw lostKey(given, closed)
  return { config: readConfig(environment, flags, saved), saved, hasOperator }
}

/** The step of the schema since which there are saved settings. A later step only adds to it. */
const since = 11

/** Changes nothing: whether the database can be used, and is brought up to date, is decided when the service opens it. */
async function look(config: Config): Promise<Found> {
  const location = storeLocation(config)
  const read = async (reads: Reads) => ({
    stored: await reads.listSettings(),
    hasOperator: await reads.hasOperator(),
  })
  try {
    const found = await withReadOnlyStore(location, read, { since })
    if (found) return found
  } catch (error) {
    // Says what is wrong with it, if it is damaged.
    await inspectStore(location)
    throw error
  }
  // Not ours, or of a newer release: `start` would open a demo beside it.
  await inspectStore(location)
  return { stored: [], hasOperator: false }
}

function lostKey(config: Config, names: string[]): DatabaseProblem {
  const folder = config.databaseUrl === null ? ` --data ${config.dataDir}` : ''
  return new DatabaseProblem(
    `These settings were saved in the browser and encrypted with a key that is not here: ${names.map(shownName).join(', ')}. ${remedyOf(config)}. If it is ` +
      `lost, run ./innkeeper secrets forget${folder}, start the service, and enter them again.`,
  )
}

function remedyOf({ databaseUrl, dataDir, secretKey }: Config): string {
  if (databaseUrl !== null) return 'Set INNKEEPER_SECRET_KEY to that key'
  if (secretKey === null) return `Copy the file secret.key from the original data folder to ${dataDir}`
  const path = secretKeyPath(dataDir)
  return existsSync(path)
    ? `INNKEEPER_SECRET_KEY is set, so ${path} is not used. Remove INNKEEPER_SECRET_KEY, or set it to the key in that file`
    : 'INNKEEPER_SECRET_KEY is set to another key. Set it to that key'
}

function shownName(name: string): string {
  return name === webhookKeyName ? 'the key that signs webhooks' : variableOf(name)
}
