import { parseArgs } from 'node:util'
import { startSimulator } from './simulator.ts'

// Runs the simulator by itself, so that a service can be connected to it as to the real platform.
const usage = 'Usage: npm run simulator -- [--port 9100] [--state <folder>]'

const { port, state } = readOptions()
const line = await startSimulator({
  port,
  channelId: '2000000000',
  // Whoever types into a page needs longer than a test.
  deadlineMs: 10_000,
  ...(state !== undefined && { state: { folder: state } }),
})
if (line.listGroups().length === 0) {
  const members = ['Mai', 'Ken'].map((displayName) => line.addUser({ displayName }))
  line.addGroup({ name: 'Flat', members })
}
console.log(`
  A simulated LINE is running. Only this machine can reach it.

  Chat page              ${line.url}
  Channel ID             ${line.channelId}
  Channel secret         ${line.channelSecret}
  Channel access token   ${line.accessToken}

  Start the service with LINE_API_BASE_URL=${line.url} LINE_DATA_API_BASE_URL=${line.url}
  and enter the channel ID and the channel secret in its setup.

  Stop                   Ctrl+C
`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

async function stop(): Promise<void> {
  await line.stop()
  process.exit()
}

function readOptions(): { port: number; state: string | undefined } {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string', default: '9100' }, state: { type: 'string' } } })
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65535) {
      throw new TypeError(`--port is "${values.port}". Set it to a whole number from 0 to 65535.`)
    }
    return { port: Number(values.port), state: values.state }
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`)
    process.exit(2)
  }
}
