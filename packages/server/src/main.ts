#!/usr/bin/env node
import { openErasureLedger } from './adapters/fs/erasure-ledger.ts'
import { findOpenMode } from './adapters/fs/private-folder.ts'
import { findAddress } from './adapters/fs/service-address.ts'
import { listSnapshots } from './adapters/fs/snapshots/known-snapshots.ts'
import { lockDataDir } from './adapters/sqlite/serve-lock.ts'
import { examineMedia, openMedia } from './app/storage/open-media.ts'
import { hasStore, inspectStore, lookInside, openCommandStore, storeLocation } from './app/storage/open-store.ts'
import { runCommandLine } from './cli/command-line.ts'
import { DatabaseProblem, MediaProblem } from './domain/storage/data-folder.ts'

// All files, written by us, the engine or a library, are accessible only to the user of the service.
process.umask(0o077)

// The entry. Only this file and app/ know every adapter. What only some commands need is loaded by
// them alone: a command is started for each thing that an operator wants, and the whole service takes longer to load than most.
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  async startService(config, options) {
    const { startService } = await import('./app/start-service.ts')
    return await startService(config, options)
  },
  openStore: (config) => openCommandStore(storeLocation(config)),
  openMedia,
  examineMedia,
  hasStore,
  findAddress: ({ dataDir }) => findAddress(dataDir),
  findOpenMode,
  listSnapshots: ({ dataDir }) => listSnapshots(dataDir),
  lockFolder: lockDataDir,
  inspectStore: (config) => inspectStore(storeLocation(config)),
  lookInside: (config) =>
    lookInside(storeLocation(config), async (reads) => ({
      backlog: await reads.getBacklog(),
      buried: await reads.listBuriedJobs(100),
      unread: await reads.listUnreadEvents(1000),
      ledger: await reads.getLedgerState(),
    })),
  async createConnectors(config) {
    const { createConnectors } = await import('./app/connectors.ts')
    return createConnectors(config, Date.now)
  },
  async createModel(config) {
    const { createModel } = await import('./app/connectors.ts')
    return createModel(config)
  },
  openLedger: ({ dataDir }) => openErasureLedger(dataDir),
  async purgeDeleted(config, blobs) {
    const { purgeDeleted: clearAway } = await import('./app/storage/purge-deleted.ts')
    return await clearAway(config, blobs)
  },
  loadSnapshots: async () => (await import('./app/storage/snapshots.ts')).snapshots,
  loadMigration: async () => (await import('./app/storage/migration.ts')).migration,
  isStoreProblem: (error) => error instanceof DatabaseProblem || error instanceof MediaProblem,
})
