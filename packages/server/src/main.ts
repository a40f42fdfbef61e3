#!/usr/bin/env node
import { createCliDeps } from './app/cli-deps.ts'
import { runCommandLine } from './cli/command-line.ts'

// Everything that we, the database or a library write is readable for the user of the service alone.
process.umask(0o077)

process.exitCode = await runCommandLine(process.argv.slice(2), createCliDeps(process.env))
