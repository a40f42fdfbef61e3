import { openAll } from '../../actions/storage/service-settings.ts'
import { type Config, type Flags, readConfig, type Saved } from '../../config/config.ts'
import { DatabaseProblem } from '../../domain/storage/data-folder.ts'
import type { StoredSetting } from '../../ports/store.ts'
import { hasStore, openCommandStore, storeLocation, withReadOnlyStore } from './open-store.ts'
import { createSecretBox } from './secret-box.ts'

/** What the service runs with. */
export type FullConfig = { config: Config; saved: Saved; hasOperator: boolean }

type Found = { stored: StoredSetting[]; hasOperator: boolean }

/** The settings of a process together with those that were saved in the browser. Throws a DatabaseProblem if a secret can't be opened. */
export async function readFullConfig(
  environment: Record<string, string | undefined>,
  flags: Flags,
  { isReadOnly = false } = {},
): Promise<FullConfig> {
  const given = readConfig(environment, flags)
  if (!hasStore(given)) return { config: given, saved: new Map(), hasOperator: false }
  const { stored, hasOperator } = await look(given, isReadOnly)
  const saved = openAll(stored, createSecretBox(given))
  const closed = stored.filter(({ name }) => !saved.has(name)).map(({ name }) => name)
  if (closed.length > 0) throw lostKey(given, closed)
  return { config: readConfig(environment, flags, saved), saved, hasOperator }
}

async function look(config: Config, isReadOnly: boolean): Promise<Found> {
  const read = async (reads: { listSettings(): Promise<StoredSetting[]>; hasOperator(): Promise<boolean> }) => ({
    stored: await reads.listSettings(),
    hasOperator: await reads.hasOperator(),
  })
  const found = await withReadOnlyStore(storeLocation(config), read)
  if (found) return found
  if (isReadOnly) return { stored: [], hasOperator: false }
  // The database is of an older release: opening it brings it up to date.
  const store = await openCommandStore(storeLocation(config))
  try {
    return await read(store)
  } finally {
    await store.close()
  }
}

function lostKey({ databaseUrl }: Config, names: string[]): DatabaseProblem {
  const place = databaseUrl === null ? 'the file secret.key in the data folder' : 'INNKEEPER_SECRET_KEY'
  return new DatabaseProblem(
    `These settings were saved in the browser and sealed with a key that is not here: ${names.join(', ')}. Put the key back (${place}). ` +
      'If it is lost, run ./innkeeper secrets forget, start the service, and enter them again.',
  )
}
