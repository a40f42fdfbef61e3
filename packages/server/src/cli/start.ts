import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import type { CliDeps } from './cli-deps.ts'
import { runService, type ServeOptions, withServeOptions } from './serve.ts'

export function startCommand(deps: CliDeps): Command {
  return withServeOptions(new Command('start'))
    .summary('Run the service, or a demo if it is not set up.')
    .description(
      'Run the service if the credentials of a platform are set, or there is an operator account. Otherwise, run a demo: two simulated chat platforms, each with a chat page and a sample ' +
        "group. The demo's data is in the folder demo inside the data folder, separate from real data.",
    )
    .addHelpText(
      'after',
      "\nThe chat pages use the two ports after the service's port. To choose others, set INNKEEPER_SIMULATOR_PORT to the\n" +
        'first. Only this machine can open the pages, whatever --host says, because anyone there can act as any member. If\n' +
        '--host or INNKEEPER_BASE_URL makes the service reachable for others, no one can sign in with the platforms. Sign\n' +
        'in with the printed link or key instead.\n' +
        '\nExample:\n  ./innkeeper start --port 9000\n',
    )
    .option('--demo', 'run the demo even if the service is set up')
    .action(async ({ port, host, data, demo }: ServeOptions & { demo?: boolean }) => {
      const flags = { port, host, dataDir: data }
      // A line for each request would hide the few that matter to someone who tries the demo.
      const config = readConfig({ INNKEEPER_LOG: 'warn', ...deps.environment }, flags)
      // The demo works even if the service's own data can't be read.
      if (!demo) {
        const full = await deps.readFullConfig(flags)
        const isSetUp = full.hasOperator || (await deps.createConnectors(full.config)).length > 0
        if (isSetUp) return await runService(deps, { flags, ...full })
      }
      const { runDemo } = await import('./demo/run-demo.ts')
      const isSetUp = demo === true && deps.hasStore(config)
      await runDemo(deps, config, { isSetUp, words: wordsOf({ port, host, data }) })
      await runService(deps, { flags, ...(await deps.readFullConfig(flags)) })
    })
}

/** The options as they were given, to print them in a command. */
function wordsOf({ port, host, data }: Record<keyof ServeOptions, string | undefined>): string[] {
  const given = Object.entries({ '--port': port, '--host': host, '--data': data })
  return given.flatMap(([option, value]) => (value === undefined ? [] : [option, quoteWord(value)]))
}

/** As a shell needs it. */
function quoteWord(word: string): string {
  return /^[\w./:@%+=,~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
