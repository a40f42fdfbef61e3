import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { makePrivateFolder } from '../../adapters/fs/private-folder.ts'
import type { Reads } from '../../adapters/sql/reads.ts'
import type { Defaults } from '../../adapters/sql/sql.ts'
import { inspectDatabase } from '../../adapters/sqlite/open-database.ts'
import type { Config } from '../../config/config.ts'
import { databasePath } from '../../domain/storage/data-folder.ts'
import type { FigureCounter } from '../../ports/storage/figures.ts'
import type { Store } from '../../ports/store.ts'

// The only file that knows which settings select SQLite or PostgreSQL. Only the engine in use is loaded.

/** Where the store is. Plain, because it crosses threads. */
export type StoreLocation = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseReadUrl' | 'databasePool'> & {
  defaults: Defaults
}

export function storeLocation(config: Config, defaults: Defaults = config): StoreLocation {
  const { dataDir, databaseUrl, databaseReadUrl, databasePool } = config
  const { timezone, claim, baseUrl, usesSavedAddress } = defaults
  const limits = {
    versions: config.mostVersions,
    versionBytes: config.mostVersionBytes,
    assistantBytes: config.mostAssistantBytes,
    channelBytes: config.mostChannelBytes,
  }
  const given = { timezone, claim, baseUrl, usesSavedAddress, limits }
  return { dataDir, databaseUrl, databaseReadUrl, databasePool, defaults: given }
}

/**
 * The store of a running service. With SQLite, the service is alone on its data folder. With PostgreSQL, it is one of any number
 * of nodes, and its data folder contains the rest: its address, unfinished files, the ledger.
 */
export async function openServiceStore(location: StoreLocation): Promise<Store> {
  makePrivateFolder(location.dataDir)
  const { databaseUrl: url, databasePool: pool, defaults } = location
  if (url !== null) {
    const { openServiceStore: open } = await import('../../adapters/postgres/open-store.ts')
    const ofSearches = location.databaseReadUrl === null ? searchPool * searchThreads : 0
    return await open({ url, defaults, pool, needs: pool + ofSearches + otherConnections })
  }
  const { openServiceStore: open } = await import('../../adapters/sqlite/open-store.ts')
  return await open(location)
}

/** Returns the path of a copy if opening the store would change the schema of a SQLite database. */
export async function copyBeforeUpgrade({ dataDir, databaseUrl }: StoreLocation): Promise<string | undefined> {
  // Nodes on PostgreSQL are updated one by one, and the previous version can use the newer schema (docs/scaling.md).
  if (databaseUrl !== null) return undefined
  const { copyBeforeUpgrade: copy } = await import('../../adapters/sqlite/storage/upgrade-copies.ts')
  return copy(dataDir)
}

/** The store of a command, which may run beside a service. */
export async function openCommandStore(location: StoreLocation): Promise<Store> {
  makePrivateFolder(location.dataDir)
  const { databaseUrl: url, defaults } = location
  if (url !== null) {
    const { openCommandStore: open } = await import('../../adapters/postgres/open-store.ts')
    return await open({ url, defaults, pool: commandPool })
  }
  await copyBeforeUpgrade(location)
  const { openCommandStore: open } = await import('../../adapters/sqlite/open-store.ts')
  return await open(location)
}

/** For a thread that renders a part of an export. Not on a replica, which may not have the latest messages yet. */
export async function openBriefStore(location: StoreLocation) {
  const { databaseUrl: url, defaults } = location
  if (url !== null) {
    const { openReadingStore: open } = await import('../../adapters/postgres/open-store.ts')
    return await open({ url, defaults, pool: 1 })
  }
  const { openReadingStore: open } = await import('../../adapters/sqlite/open-store.ts')
  return await open(location, { isBrief: true })
}

/** For a search thread. Read-only; a replica may lag a moment behind. */
export async function openReadingStore(location: StoreLocation) {
  const { databaseUrl, databaseReadUrl, defaults } = location
  if (databaseUrl !== null) {
    const { openReadingStore: open } = await import('../../adapters/postgres/open-store.ts')
    return await open({ url: databaseReadUrl ?? databaseUrl, defaults, pool: searchPool })
  }
  const { openReadingStore: open } = await import('../../adapters/sqlite/open-store.ts')
  return await open(location)
}

/** Counts over the whole store, off the event loop. */
export async function createFigureCounter({
  dataDir,
  databaseUrl,
  databaseReadUrl,
}: StoreLocation): Promise<FigureCounter> {
  if (databaseUrl !== null) {
    const { createFigureCounter: create } = await import('../../adapters/postgres/storage/figures.ts')
    return create({ url: databaseReadUrl ?? databaseUrl })
  }
  const { createFigureCounter: create } = await import('../../adapters/sqlite/storage/figures.ts')
  return create(dataDir)
}

/** Read-only. Throws a DatabaseProblem if it is damaged, not ours, too new or unsafe. */
export async function inspectStore({ dataDir, databaseUrl: url }: StoreLocation): Promise<'absent' | 'sound'> {
  if (url === null) return inspectDatabase(dataDir, { thorough: true })
  const { inspectDatabase: inspect } = await import('../../adapters/postgres/storage/inspect-store.ts')
  return await inspect({ url })
}

/** Read-only. Undefined if the database doesn't exist yet, or is older than step `since` of the schema (default: the latest step). */
export async function withReadOnlyStore<T>(
  location: StoreLocation,
  look: (reads: Reads) => Promise<T>,
  options: { since?: number } = {},
): Promise<T | undefined> {
  const { databaseUrl: url, defaults } = location
  if (url !== null) {
    const { withReadOnlyStore: lookOn } = await import('../../adapters/postgres/storage/inspect-store.ts')
    return await lookOn({ url, defaults }, look, options)
  }
  const { withReadOnlyStore: lookIn } = await import('../../adapters/sqlite/storage/inspect-store.ts')
  return await lookIn(location, look, options)
}

/** Whether there is a store, whatever its state. */
export function hasStore({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): boolean {
  if (databaseUrl !== null) return true
  try {
    return statSync(databasePath(dataDir), { throwIfNoEntry: false }) !== undefined
  } catch {
    // A folder of someone else, for example. Opening the database says why it can't be used.
    return true
  }
}

/** A command does one thing at a time. */
const commandPool = 3
/** Several searches take turns in a thread. */
const searchPool = 2
export const searchThreads = Math.min(availableParallelism(), 4)
/** Of a node, besides its pool and its searches: imports of rules, counts, maintenance. See docs/scaling.md. */
const otherConnections = 5
