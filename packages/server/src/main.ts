#!/usr/bin/env node
import { createCliDeps } from './app/cli-deps.ts'
import { runCommandLine } from './cli/command-line.ts'

// All files, written by us, the engine or a library, are accessible only to the user of the service.
process.umask(0o077)

process.exitCode = await runCommandLine(process.argv.slice(2), createCliDeps(process.env))
