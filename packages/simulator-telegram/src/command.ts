import { readCommandOptions } from '@innkeeper/simulator-kit'
import { startSimulator } from './simulator.ts'

// Runs the simulator by itself, so that a service can be connected to it as to the real platform.
const { port, state } = readCommandOptions('npm run simulator:telegram', 9300)
const telegram = await startSimulator({
  port,
  // As after `/setprivacy` and `Disable`, because there is no @BotFather here.
  bot: { privacyMode: false, hasPicture: true },
  ...(state !== undefined && { state: { folder: state } }),
})
if (telegram.listGroups().length === 0) {
  const [owner, member] = [telegram.addUser({ firstName: 'Mai' }), telegram.addUser({ firstName: 'Ken' })]
  telegram.addSupergroup({ title: 'Flatmates', owner, members: [member] })
}
console.log(`
  A simulated Telegram is running. Only this machine can reach it.

  Chat page   ${telegram.url}
  Token       ${telegram.token}

  Start a service that uses it:

    TELEGRAM_API_BASE_URL=${telegram.url} ./innkeeper serve --data ./practice-telegram --port 9000

  Open the setup link that it prints, and enter the token there.

  Stop        Ctrl+C
`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

async function stop(): Promise<void> {
  await telegram.stop()
  process.exit()
}
