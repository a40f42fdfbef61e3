#!/usr/bin/env node
import { createCliDeps } from './app/cli-deps.ts'
import { runCommandLine } from './cli/command-line.ts'

// All files, written by us, the engine or a library, are accessible only to the user of the service.
process.umask(0o077)

// As if SIGPIPE had ended it, which Node ignores: someone who runs `… | head` has seen enough.
const closedPipeExitCode = 141
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(closedPipeExitCode)
  })
}

process.exitCode = await runCommandLine(process.argv.slice(2), createCliDeps(process.env))
