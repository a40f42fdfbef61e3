import { readCommandOptions } from '@innkeeper/simulator-kit'
import { startSimulator } from './simulator.ts'

// Runs the simulator by itself, so that a service can be connected to it as to the real platform.
const { port, state } = readCommandOptions('npm run simulator:telegram', 9300)
const telegram = await startSimulator({
  port,
  // As after `/setprivacy` and `Disable`, because there is no @BotFather here.
  bot: { privacyMode: false },
  ...(state !== undefined && { state: { folder: state } }),
})
if (telegram.listGroups().length === 0) {
  const [owner, member] = [telegram.addUser({ firstName: 'Mai' }), telegram.addUser({ firstName: 'Ken' })]
  telegram.addSupergroup({ title: 'Flat', owner, members: [member] })
}
console.log(`
  A simulated Telegram is running. Only this machine can reach it.

  Chat page   ${telegram.url}
  Token       ${telegram.token}

  Start the service with TELEGRAM_API_BASE_URL=${telegram.url}
  and enter the token in its setup.

  Stop        Ctrl+C
`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

async function stop(): Promise<void> {
  await telegram.stop()
  process.exit()
}
