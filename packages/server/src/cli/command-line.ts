import { Command, CommanderError } from 'commander'
import { version } from '../app/version.ts'
import { ConfigProblem, UsageProblem } from '../config/config.ts'
import { Refusal } from '../domain/refusal.ts'
import type { CliDeps } from './cli-deps.ts'
import { assistantCommand } from './data/assistant.ts'
import { channelsCommand } from './data/channels.ts'
import { keysCommand } from './data/keys.ts'
import { seedCommand } from './data/seed.ts'
import { signinCommand } from './data/signin.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { serveCommand } from './serve.ts'
import { startCommand } from './start.ts'
import { eraseCommand } from './storage/erase.ts'
import { migrateCommand } from './storage/migrate.ts'
import { restoreCommand } from './storage/restore.ts'
import { retentionCommand } from './storage/retention.ts'
import { snapshotCommand } from './storage/snapshot.ts'
import { verifyCommand } from './storage/verify.ts'

/** Runs `innkeeper …` and answers the exit code: 0 done, 1 it could not be done, 2 it was asked for wrongly. */
export async function runCommandLine(words: string[], deps: CliDeps): Promise<number> {
  const exit = { code: 0 }
  const program = new Command('innkeeper')
    .description('A group assistant and backup for chat groups.')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'show this help')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .addHelpText('after', '\nExample:\n  ./innkeeper serve --port 8080 --data ./data\n')
  program.addCommand(startCommand(deps))
  program.addCommand(serveCommand(deps))
  program.addCommand(signinCommand(deps))
  program.addCommand(keysCommand(deps))
  program.addCommand(channelsCommand(deps))
  program.addCommand(assistantCommand(deps))
  program.addCommand(seedCommand(deps))
  program.addCommand(retentionCommand(deps))
  program.addCommand(eraseCommand(deps))
  program.addCommand(snapshotCommand(deps, exit))
  program.addCommand(verifyCommand(deps, exit))
  program.addCommand(restoreCommand(deps))
  program.addCommand(migrateCommand(deps, exit))
  program.addCommand(doctorCommand(deps, exit))
  prepare(program)
  try {
    await program.parseAsync(words, { from: 'user' })
    return exit.code
  } catch (error) {
    return tell(error, deps)
  }
}

/** Errors come back as exceptions, and a bare group of commands shows its help. */
function prepare(command: Command): void {
  command.exitOverride().helpOption('--help', 'show this help')
  command.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) })
  for (const child of command.commands) prepare(child)
}

function tell(error: unknown, deps: CliDeps): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0 || error.code === 'commander.help') return error.code === 'commander.help' ? 2 : 0
    console.error('Run it with --help to see what it takes.')
    return 2
  }
  if (error instanceof ConfigProblem || error instanceof UsageProblem) {
    console.error(error.message)
    return 2
  }
  if (error instanceof Refusal || deps.isStoreProblem(error)) {
    console.error((error as Error).message)
    return 1
  }
  console.error(whyNotListening(error as NodeJS.ErrnoException) ?? error)
  return 1
}

/** Undefined when it is about something else. */
function whyNotListening(error: NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string }) {
  const { code, syscall, port, address, hostname } = error
  if (code === 'EADDRINUSE') {
    return (
      `Port ${port} is in use by another program. Choose another: --port or PORT for the service, ` +
      'INNKEEPER_SIMULATOR_PORT for the simulated LINE of the demo, INNKEEPER_METRICS for metrics.'
    )
  }
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  return `The service cannot listen on ${address ?? hostname} (${code}). Choose another address with --host, or another port with --port.`
}
