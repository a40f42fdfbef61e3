import { Command } from 'commander'
import type { Config, Flags, Saved } from '../config/config.ts'
import { describeBucket } from '../domain/storage/bucket-location.ts'
import { describeDatabase } from '../domain/storage/database-url.ts'
import type { PlatformDescription } from '../ports/platform-description.ts'
import type { CliDeps } from './cli-deps.ts'
import { onStop } from './signals.ts'

export type ServeOptions = { port?: string; host?: string; data?: string }

export function withServeOptions(command: Command): Command {
  return command
    .option('--port <number>', 'port to listen on (default: PORT or 8080)')
    .option('--host <address>', 'address to listen on (default: INNKEEPER_HOST or 127.0.0.1)')
    .option('--data <folder>', 'data folder (default: INNKEEPER_DATA or ./data)')
}

export function serveCommand(deps: CliDeps): Command {
  return withServeOptions(new Command('serve'))
    .description('Run the service without the demo.')
    .addHelpText(
      'after',
      '\nAll other settings are environment variables. docs/self-hosting.md lists them.\n' +
        '\nExample:\n  ./innkeeper serve --port 9000 --host 0.0.0.0 --data /var/lib/innkeeper\n',
    )
    .action(async ({ port, host, data }: ServeOptions) => {
      const flags = { port, host, dataDir: data }
      await runService(deps, { flags, ...(await deps.readFullConfig(flags)) })
    })
}

/** System managers kill a process after ten seconds. */
const longestStopMs = 9_500

type Run = { config: Config; saved: Saved; flags: Flags; hasOperator: boolean }

/** Serves until a signal or a fatal problem. */
export async function runService(deps: CliDeps, { config, saved, flags, hasOperator }: Run): Promise<void> {
  // Registered before the start, so that a signal right after the address is printed also stops cleanly.
  const stopped = onStop()
  const service = await deps.startService(config, { flags, saved })
  const platforms = (await deps.createConnectors(config)).map(({ description }) => description)
  console.log(greeting({ config, flags, hasOperator, platforms }, service))
  const problem = await Promise.race([stopped, service.failed])
  if (problem) console.error(`${problem.message} Stopping the service.`)
  // Whatever hangs: everything acknowledged is durable by now.
  const limit = setTimeout(() => {
    console.error('Stopping took too long. Unfinished jobs and downloads start again later.')
    process.exit(1)
  }, longestStopMs)
  await service.stop()
  clearTimeout(limit)
  // A pending request to a platform would keep the process alive until its timeout.
  process.exit(problem ? 1 : 0)
}

type Scene = Omit<Run, 'saved'> & { platforms: readonly PlatformDescription[] }

function greeting({ config, flags, hasOperator, platforms }: Scene, { url: listening, setupLink }: Started): string {
  const { dataDir } = config
  const url = config.baseUrl || listening
  const data = flags.dataDir === undefined ? '' : ` --data ${dataDir}`
  const isConnected = platforms.length > 0
  return `
  Innkeeper is running.

  Console         ${url}
  API reference   ${url}/docs
  Data            ${dataDir}
${whereElse(config)}${howToConnect(platforms, { url, hasSetupLink: setupLink !== undefined })}${setupLink === undefined ? '' : howToSetUp(setupLink)}${howToSignIn({ url, data, isConnected, hasOperator })}
  Health check    ./innkeeper doctor${data}
  Stop            Ctrl+C
`
}

/** Without anything secret. */
function whereElse({ databaseUrl, mediaUrl }: Config): string {
  const lines = [
    ...(databaseUrl === null ? [] : [`  Database        ${describeDatabase(databaseUrl)}\n`]),
    ...(mediaUrl === null ? [] : [`  Media files     ${describeBucket(mediaUrl)}\n`]),
  ]
  return lines.join('')
}

type Started = Awaited<ReturnType<CliDeps['startService']>>

function howToSetUp(link: string): string {
  return `  Setup link      ${link}
                  Open it to create your operator account. You can use it once, within
                  a day. Later, ./innkeeper operator reset prints a new one.
`
}

type Ways = { url: string; data: string; isConnected: boolean; hasOperator: boolean }

function howToSignIn({ url, data, isConnected, hasOperator }: Ways): string {
  const ways = [
    ...(hasOperator ? [`${url}/sign-in, with your operator account`] : []),
    isConnected ? 'send /link to the bot in a private chat' : `./innkeeper signin${data}`,
  ]
  const hint = isConnected
    ? ''
    : '\n                  If there is more than one owner, it prints the command for each of them.'
  return `  Sign in         ${ways.join('\n                  or ')}${hint}`
}

function howToConnect(
  platforms: readonly PlatformDescription[],
  { url, hasSetupLink }: { url: string; hasSetupLink: boolean },
): string {
  if (platforms.length === 0) {
    // Without an operator account, the setup link comes first.
    return line('Platforms', [`none connected${hasSetupLink ? '' : `. Connect one at ${url}/operator/setup`}`])
  }
  return platforms
    .map(({ platform, texts }) => texts.start(`${url}/webhooks/${platform}`))
    .map(({ label, lines }) => line(label, lines))
    .join('')
}

function line(label: string, lines: readonly string[]): string {
  return `  ${label.padEnd(16)}${lines.join(`\n${' '.repeat(18)}`)}\n`
}
