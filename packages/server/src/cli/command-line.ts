import { Command, CommanderError } from 'commander'
import { version } from '../app/version.ts'
import { ConfigProblem, UsageProblem } from '../config/config.ts'
import { Refusal } from '../domain/refusal.ts'
import type { CliDeps } from './cli-deps.ts'
import { assistantCommand } from './data/assistant.ts'
import { channelsCommand } from './data/channels.ts'
import { exportCommand } from './data/export.ts'
import { importCommand, importsCommand } from './data/imports.ts'
import { keysCommand } from './data/keys.ts'
import { ledgerCommand } from './data/ledger.ts'
import { operatorCommand } from './data/operator.ts'
import { secretsCommand } from './data/secrets.ts'
import { seedCommand } from './data/seed.ts'
import { settingsCommand } from './data/settings.ts'
import { signinCommand } from './data/signin.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { serveCommand } from './serve.ts'
import { serviceCommand } from './service/service.ts'
import { statusCommand } from './service/status.ts'
import { startCommand } from './start.ts'
import { adoptMediaCommand } from './storage/adopt-media.ts'
import { eraseCommand } from './storage/erase.ts'
import { migrateCommand } from './storage/migrate.ts'
import { restoreCommand } from './storage/restore.ts'
import { retentionCommand } from './storage/retention.ts'
import { rollbackCommand } from './storage/rollback.ts'
import { snapshotCommand } from './storage/snapshot.ts'
import { verifyCommand } from './storage/verify.ts'

/** Runs `innkeeper …` and returns the exit code: 0 success, 1 failure, 2 wrong usage. */
export async function runCommandLine(words: string[], deps: CliDeps): Promise<number> {
  const exit = { code: 0 }
  const program = createProgram(deps, exit)
  try {
    await program.parseAsync(words, { from: 'user' })
    return exit.code
  } catch (error) {
    return report(error, deps)
  }
}

/** All commands with their help. Some set the exit code without failing. */
export function createProgram(deps: CliDeps, exit: { code: number }): Command {
  const program = new Command('innkeeper')
    .description('Assistant and backup for chat groups.')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'show this help')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .addHelpText('after', '\nExample:\n  ./innkeeper serve --port 8080 --data ./data\n')
  program.addCommand(startCommand(deps))
  program.addCommand(serveCommand(deps))
  program.addCommand(signinCommand(deps))
  program.addCommand(operatorCommand(deps))
  program.addCommand(secretsCommand(deps))
  program.addCommand(settingsCommand(deps))
  program.addCommand(keysCommand(deps))
  program.addCommand(channelsCommand(deps))
  program.addCommand(assistantCommand(deps))
  program.addCommand(exportCommand(deps))
  program.addCommand(importCommand(deps))
  program.addCommand(importsCommand(deps))
  program.addCommand(ledgerCommand(deps))
  program.addCommand(seedCommand(deps))
  program.addCommand(retentionCommand(deps))
  program.addCommand(eraseCommand(deps))
  program.addCommand(snapshotCommand(deps, exit))
  // Its old name, which existing schedules may use.
  program.addCommand(snapshotCommand(deps, exit).name('backup'), { hidden: true })
  program.addCommand(verifyCommand(deps, exit))
  program.addCommand(restoreCommand(deps, exit))
  program.addCommand(rollbackCommand(deps))
  program.addCommand(migrateCommand(deps, exit))
  program.addCommand(adoptMediaCommand(deps))
  program.addCommand(doctorCommand(deps, exit))
  program.addCommand(statusCommand(deps, exit))
  program.addCommand(serviceCommand())
  prepare(program)
  return program
}

/** Makes commander throw instead of exiting. A command group without a subcommand shows its help. */
function prepare(command: Command): void {
  command.exitOverride().helpOption('--help', 'show this help')
  if (command.commands.length > 0) command.helpCommand('help [command]', 'show the help of a command')
  command.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) })
  for (const child of command.commands) prepare(child)
}

function report(error: unknown, deps: CliDeps): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0 || error.code === 'commander.help') return error.code === 'commander.help' ? 2 : 0
    console.error('Run it with --help to see its options.')
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
  console.error(whyNotInstalled(error) ?? whyNotListening(error as NodeJS.ErrnoException) ?? error)
  return 1
}

/** An installation of `packages/server` alone lacks the demo and the sample data. Undefined for other errors. */
function whyNotInstalled(error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'ERR_MODULE_NOT_FOUND' || !/'@innkeeper\/(simulator|testdata)'/.test(message)) return undefined
  return 'The demo and sample data are not part of this installation. To add them, run npm ci --omit=dev without --workspace.'
}

/** Undefined for other errors. */
function whyNotListening(error: NodeJS.ErrnoException & { port?: number; address?: string; hostname?: string }) {
  const { code, syscall, port, address, hostname } = error
  if (code === 'EADDRINUSE') {
    return (
      `Port ${port} is in use by another program. Choose another: add --port, such as --port ${port === 9000 ? 9001 : 9000}, or set ` +
      'PORT for the service, INNKEEPER_SIMULATOR_PORT for the simulated platform of the demo, INNKEEPER_METRICS for metrics, or ' +
      'INNKEEPER_HTTP_PORT for plain HTTP next to HTTPS.'
    )
  }
  if (code === 'EACCES' && syscall === 'listen' && port !== undefined) {
    return (
      `This user may not listen on port ${port} (EACCES). Choose a port from 1024 on, and forward ${port} to it, or allow low ports: ` +
      'see "HTTPS without a proxy" in docs/self-hosting.md.'
    )
  }
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined
  return `The service cannot listen on ${address ?? hostname} (${code}). Choose another address with --host, or another port with --port.`
}
