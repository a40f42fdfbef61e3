import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Store } from '../ports/store.ts'

/** What the command line gets from the wiring. */
export type CliDeps = {
  environment: Record<string, string | undefined>
  startService(config: Config): Promise<{ url: string; stop(): Promise<void> }>
  openStore(config: Config): Promise<Store>
  openBlobs(config: Config): BlobStore
  /** Looks without touching. Throws a problem of the store when the database is damaged, foreign or too new. */
  inspectStore(config: Config): 'absent' | 'sound'
  isStoreProblem(error: unknown): boolean
}

export type DataOption = { data?: string }

/** Commands that work on the data folder all take it the same way. */
export function withDataOption(command: Command): Command {
  return command.option('--data <folder>', 'data folder (INNKEEPER_DATA, ./data)')
}

function configOf({ environment }: CliDeps, { data }: DataOption): Config {
  return readConfig(environment, { dataDir: data })
}

/** Opens the store for one piece of work and closes it whatever happens. */
export async function withStore<T>(
  deps: CliDeps,
  options: DataOption,
  work: (store: Store, config: Config) => Promise<T>,
): Promise<T> {
  const config = configOf(deps, options)
  const store = await deps.openStore(config)
  try {
    return await work(store, config)
  } finally {
    await store.close()
  }
}
