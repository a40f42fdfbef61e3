import { attacks } from './attacks.ts'
import type { HostileChannels } from './hostile-channels.ts'
import { createAttackClient, type Tally } from './hostile-client.ts'

// The hostile tenant, in a process of its own that the bench starts and stops.

export type Order = { kind: 'attack'; port: number; channels: HostileChannels; names: string[] } | { kind: 'stop' }

export type AttackReport = { kind: 'stopped'; tally: Tally; processorSeconds: number; keys: number }

const keys: string[] = []
let attack: { signal: AbortController; over: Promise<unknown>; tally: Tally; usage: NodeJS.CpuUsage } | undefined

process.on('disconnect', () => process.exit(0))
process.on('message', (order: Order) => {
  if (order.kind === 'attack') begin(order)
  else void end()
})

function begin({ port, channels, names }: Extract<Order, { kind: 'attack' }>): void {
  if (keys.length === 0) keys.push(channels.key)
  const signal = new AbortController()
  const tally: Tally = {}
  const context = { port, channels, keys, tally, signal: signal.signal }
  // An attack that throws is a bug of the bench: it ends this process, and the bench reports it.
  const over = Promise.all(names.map(async (name) => await attacks[name]?.(createAttackClient(context, name))))
  attack = { signal, tally, over, usage: process.cpuUsage() }
}

async function end(): Promise<void> {
  if (!attack) return
  const { signal, tally, over, usage } = attack
  attack = undefined
  signal.abort()
  await over
  const { user, system } = process.cpuUsage(usage)
  process.send?.({
    kind: 'stopped',
    tally,
    processorSeconds: (user + system) / 1e6,
    keys: keys.length,
  } satisfies AttackReport)
}
