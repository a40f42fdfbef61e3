import { createCliDeps } from '../../../src/app/cli-deps.ts'
import { startService } from '../../../src/app/start-service.ts'
import { runCommandLine } from '../../../src/cli/command-line.ts'
import { createPollingConnector, type PollingOptions } from './polling-connector.ts'

// The real program, with one more platform, which it asks for events.

const options = JSON.parse(process.env.POLLING_OPTIONS ?? '{}') as PollingOptions
const deps = createCliDeps(process.env)
process.exitCode = await runCommandLine(process.argv.slice(2), {
  ...deps,
  startService: (config, { flags = {}, saved } = {}) =>
    startService(config, {
      given: { environment: process.env, flags },
      ...(saved && { saved }),
      connectors: [createPollingConnector(options)],
    }),
})
