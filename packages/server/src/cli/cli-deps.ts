import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Connector } from '../ports/connector.ts'
import type { Backlog, BuriedJob, Store } from '../ports/store.ts'

/** What the command line gets from the wiring. */
export type CliDeps = {
  environment: Record<string, string | undefined>
  startService(config: Config): Promise<{ url: string; stop(): Promise<void> }>
  openStore(config: Config): Promise<Store>
  openBlobs(config: Config): BlobStore
  /** Looks without touching. Throws a problem of the store when the database is damaged, foreign or too new. */
  inspectStore(config: Config): 'absent' | 'sound'
  /** Without a trace in the folder. Undefined where there is no database yet, or an older one. */
  lookInside(config: Config): Promise<Inside | undefined>
  /** The platforms that the settings connect us to. */
  createConnectors(config: Config): Connector[]
  isStoreProblem(error: unknown): boolean
}

export type Inside = {
  backlog: Backlog
  buried: BuriedJob[]
  unread: { reason: string }[]
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
