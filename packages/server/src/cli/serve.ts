import { Command } from 'commander'
import { readConfig } from '../config.ts'
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
      console.log(greeting(config.baseUrl || service.url, config.dataDir, data !== undefined))
      await stopped
      await service.stop()
    })
}

function greeting(url: string, dataDir: string, named: boolean): string {
  const data = named ? ` --data ${dataDir}` : ''
  return `
  Innkeeper is open.

  Address         ${url}
  API reference   ${url}/docs
  Data            ${dataDir}

  Make a key      ./innkeeper keys create --user <your id>${data}
  Sample chats    ./innkeeper seed --channels 3 --messages 2000 --seed 1${data}
  Health check    ./innkeeper doctor${data}
  Stop            Ctrl+C
`
}

/** A second signal does not wait: whoever presses Ctrl+C twice means it. */
async function stopSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}
