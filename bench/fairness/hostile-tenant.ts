import { spawn } from 'node:child_process'
import { root } from '../servers/process.ts'
import type { AttackReport, Order } from './attacker.ts'
import { attacks } from './attacks.ts'
import type { HostileChannels } from './hostile-channels.ts'
import type { Tally } from './hostile-client.ts'

export type HostileTenant = {
  /** All of these attacks at once. */
  start(names: string[]): void
  /** Ends the attack and returns what it did. */
  stop(): Promise<AttackReport>
  close(): void
}

/** With a lower priority than everything else: the service under attack is measured, not the attacker's own CPU use. */
const niceness = 10
const mostStoppingMs = 30_000

/**
 * Which attacks run together: all, or those in BENCH_FAIRNESS_ATTACK, separated by commas. With BENCH_FAIRNESS_ALONE=1 they run
 * one after the other, to find the one that causes harm.
 */
export function chosenAttacks(): string[][] {
  const names = process.env.BENCH_FAIRNESS_ATTACK?.split(',') ?? Object.keys(attacks)
  const unknown = names.filter((name) => !(name in attacks))
  if (unknown.length > 0)
    throw new Error(`Unknown attack ${unknown.join(', ')}. Choose from: ${Object.keys(attacks).join(', ')}.`)
  return process.env.BENCH_FAIRNESS_ALONE === '1' ? names.map((name) => [name]) : [names]
}

export function openHostileTenant(port: number, channels: HostileChannels): HostileTenant {
  const words = ['-n', String(niceness), process.execPath, `${root}bench/fairness/attacker.ts`]
  const child = spawn('nice', words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const order = (one: Order) => void child.send(one)
  return {
    start: (names) => order({ kind: 'attack', port, channels, names }),
    stop: () =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('The hostile tenant does not stop')), mostStoppingMs)
        child.once('message', (report: AttackReport) => {
          clearTimeout(late)
          resolve(report)
        })
        if (child.exitCode === null) order({ kind: 'stop' })
        else reject(new Error(`The hostile tenant ended by itself (${child.exitCode})`))
      }),
    close: () => void child.kill('SIGKILL'),
  }
}

export function addTallies(tallies: Tally[]): Tally {
  const sum: Tally = {}
  for (const tally of tallies) {
    for (const [attack, outcomes] of Object.entries(tally)) {
      const own = sum[attack] ?? {}
      for (const [outcome, count] of Object.entries(outcomes)) own[outcome] = (own[outcome] ?? 0) + count
      sum[attack] = own
    }
  }
  return sum
}
