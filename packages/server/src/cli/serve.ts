import { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import type { CliDeps } from './cli-deps.ts'

type Options = { port?: string; host?: string; data?: string }

export function serveCommand(deps: CliDeps): Command {
  return new Command('serve')
    .description('Run the service.')
    .option('--port <number>', 'port to listen on (PORT, 8080)')
    .option('--host <address>', 'address to listen on (INNKEEPER_HOST, 127.0.0.1)')
    .option('--data <folder>', 'data folder (INNKEEPER_DATA, ./data)')
    .addHelpText(
      'after',
      '\nAll other settings come from the environment; docs/self-hosting.md lists them.\n' +
        '\nExample:\n  ./innkeeper serve --port 9000 --host 0.0.0.0 --data /var/lib/innkeeper\n',
    )
    .action(async ({ port, host, data }: Options) => {
      const config = readConfig(deps.environment, { port, host, dataDir: data })
      // Listened for from the beginning: a signal that comes as soon as the address is printed stops cleanly too.
      const stopped = stopSignal()
      const service = await deps.startService(config)
      console.log(greeting(config, service.url, data !== undefined))
      await stopped
      await service.stop()
      // A question that a platform never answers would keep the process for as long as we would wait for it.
      process.exit()
    })
}

function greeting(config: Config, listening: string, named: boolean): string {
  const { dataDir } = config
  const url = config.baseUrl || listening
  const data = named ? ` --data ${dataDir}` : ''
  return `
  Innkeeper is open.

  Address         ${url}
  API reference   ${url}/docs
  Data            ${dataDir}
${config.lineChannelSecret === null ? howToConnect : howToDeliver(url)}
  Make a key      ./innkeeper keys create --user <your id>${data}
  Sample chats    ./innkeeper seed --channels 3 --messages 2000 --seed 1${data}
  Health check    ./innkeeper doctor${data}
  Stop            Ctrl+C
`
}

const howToConnect = `  LINE            not connected; docs/self-hosting.md says how, step by step
`

function howToDeliver(url: string): string {
  const isReachable = url.startsWith('https:')
  return `  LINE webhook    ${url}/webhooks/line
                  ${isReachable ? 'Paste it' : 'LINE wants https: set INNKEEPER_BASE_URL, then paste it'} into the LINE console, under Messaging API.
                  Switch "Webhook redelivery" on there: LINE keeps no history, so without it
                  what is said while this service is down is lost.
`
}

/** A second signal does not wait: whoever presses Ctrl+C twice means it. */
async function stopSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}
