#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { openBlobStore } from './adapters/fs/blob-store.ts'
import { openErasureLedger } from './adapters/fs/erasure-ledger.ts'
import { findAddress } from './adapters/fs/service-address.ts'
import { lookInside } from './adapters/sqlite/look-inside.ts'
import { DatabaseProblem, databasePath, inspectDatabase, mediaPath } from './adapters/sqlite/open-database.ts'
import { openCommandStore } from './adapters/sqlite/open-store.ts'
import { lockDataDir } from './adapters/sqlite/serve-lock.ts'
import { backups } from './backups.ts'
import { clearAway } from './clear-away.ts'
import { runCommandLine } from './cli/command-line.ts'
import { createConnectors, createModel } from './connectors.ts'
import { startService } from './serve.ts'

// The wiring and the entry: the one place, with serve.ts, that knows every adapter.
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  startService,
  openStore: ({ dataDir, timezone, claim }) => openCommandStore({ dataDir, defaults: { timezone, claim } }),
  openBlobs: (config) => openBlobStore(mediaPath(config.dataDir)),
  hasStore: ({ dataDir }) => existsSync(databasePath(dataDir)),
  findAddress: ({ dataDir }) => findAddress(dataDir),
  lockFolder: lockDataDir,
  inspectStore: (config) => inspectDatabase(config.dataDir, { thorough: true }),
  lookInside: ({ dataDir, timezone, claim }) =>
    lookInside({ dataDir, defaults: { timezone, claim } }, async (reads) => ({
      backlog: await reads.getBacklog(),
      buried: await reads.listBuriedJobs(100),
      unread: await reads.listUnreadEvents(1000),
    })),
  createConnectors: (config) => createConnectors(config, Date.now),
  createModel,
  openLedger: ({ dataDir }) => openErasureLedger(dataDir),
  clearAway,
  backups,
  isStoreProblem: (error) => error instanceof DatabaseProblem,
})
