import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import type { CliDeps } from './cli-deps.ts'
import { runService, type ServeOptions, withServeOptions } from './serve.ts'

export function startCommand(deps: CliDeps): Command {
  return withServeOptions(new Command('start'))
    .description(
      'Run the service with LINE, where the environment holds its credentials; without them, a demo: a simulated LINE ' +
        'with a chat page and a sample group, its data apart in the folder demo of the data folder.',
    )
    .addHelpText(
      'after',
      '\nThe chat page is at the port after that of the service; INNKEEPER_SIMULATOR_PORT chooses another. It opens on this\n' +
        'machine only, whatever --host says: there you can act as anyone. If --host or INNKEEPER_BASE_URL lets others reach\n' +
        'the service, the demo leaves out "Sign in with LINE"; sign in with the printed link or key.\n' +
        '\nExample:\n  ./innkeeper start --port 9000\n',
    )
    .action(async ({ port, host, data }: ServeOptions) => {
      const flags = { port, host, dataDir: data }
      const config = readConfig(deps.environment, flags)
      if (config.lineChannelSecret !== null) return await runService(deps, config, data !== undefined)
      const { runDemo } = await import('./demo/run-demo.ts')
      // A line for each request would bury the few that matter to whoever tries it out.
      await runDemo(deps, readConfig({ INNKEEPER_LOG: 'warn', ...deps.environment }, flags))
    })
}
