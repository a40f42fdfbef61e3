import { readCommandOptions } from '@innkeeper/simulator-kit'
import { createMediaBytes } from '@innkeeper/testdata'
import { startSimulator } from './simulator.ts'

// Runs the simulator by itself, so that a service can be connected to it as to the real platform.
const { port, state } = readCommandOptions('npm run simulator', 9100)
const line = await startSimulator({
  port,
  channelId: '2000000000',
  botPicture: createMediaBytes({ seed: 'simulator', language: 'en', messageId: 'bot', content: { type: 'image' } }),
  // People who type into a page need longer than a test.
  deadlineMs: 10_000,
  ...(state !== undefined && { state: { folder: state } }),
})
if (line.listGroups().length === 0) {
  const members = ['Mai', 'Ken'].map((displayName) => line.addUser({ displayName }))
  line.addGroup({ name: 'Flatmates', members })
}
console.log(`
  A simulated LINE is running. Only this machine can reach it.

  Chat page              ${line.url}
  Channel ID             ${line.channelId}
  Channel secret         ${line.channelSecret}
  Channel access token   ${line.accessToken}

  Start a service that uses it:

    LINE_API_BASE_URL=${line.url} LINE_DATA_API_BASE_URL=${line.url} ./innkeeper serve --data ./practice --port 9000

  Open the setup link that it prints, and enter the channel ID and the channel secret there.

  Stop                   Ctrl+C
`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

async function stop(): Promise<void> {
  await line.stop()
  process.exit()
}
