#!/usr/bin/env node
import { openBlobStore } from './adapters/fs/blob-store.ts'
import { DatabaseProblem, inspectDatabase, mediaPath } from './adapters/sqlite/open-database.ts'
import { openCommandStore } from './adapters/sqlite/open-store.ts'
import { runCommandLine } from './cli/command-line.ts'
import { startService } from './serve.ts'

// The wiring and the entry: the one place, with serve.ts, that knows every adapter.
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  startService,
  openStore: (config) => openCommandStore({ dataDir: config.dataDir, defaults: { timezone: config.timezone } }),
  openBlobs: (config) => openBlobStore(mediaPath(config.dataDir)),
  inspectStore: (config) => inspectDatabase(config.dataDir, { thorough: true }),
  isStoreProblem: (error) => error instanceof DatabaseProblem,
})
