import { parseArgs } from 'node:util'

export type CommandOptions = { port: number; state: string | undefined }

/** What someone typed after the command that runs a simulator by itself. Ends the process if it can't be used. */
export function readCommandOptions(command: string, defaultPort: number): CommandOptions {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string', default: String(defaultPort) }, state: { type: 'string' } },
    })
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65535) {
      throw new TypeError(`--port is "${values.port}". Set it to a whole number from 0 to 65535.`)
    }
    return { port: Number(values.port), state: values.state }
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: ${command} -- [--port ${defaultPort}] [--state <folder>]`)
    process.exit(2)
  }
}
