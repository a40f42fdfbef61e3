import { randomUUID } from 'node:crypto'
import type { Clock } from '../ports/clock.ts'
import type { NodeReport, Nodes } from '../ports/storage/nodes.ts'

/**
 * A node's pulse: every few seconds it reports itself to the others, which proves that the store accepts writes, and learns the
 * server's time, which is the same for all nodes.
 */
export type Pulse = {
  /** The server's time. Leases, expiries and windows of all nodes go by it, whatever the clocks of their machines say. */
  clock: Clock
  /** Whether this machine's clock is close enough to the server's to be trusted with jobs. */
  mayClaim(): boolean
  /** Why the store accepts no writes; undefined if it does. */
  findProblem(): Promise<string | undefined>
  warnings(): string[]
  /** Reported from the next beat on. */
  setAddress(address: string): void
  noteJob(): void
  stop(): Promise<void>
}

export type PulseOptions = {
  nodes: Pick<Nodes, 'report' | 'withdraw'>
  self: Pick<NodeReport, 'name' | 'version' | 'media'>
  /** The clock of this machine. */
  machine?: Clock
}

const beatEveryMs = 5_000
/** After a failure, a readiness check tries again, but not more often than this. */
const tryAgainMs = 1_000
/** The first time is measured several times: the quickest answer is the most precise. */
const firstBeats = 3
const worthSayingMs = 2_000
/** So far off that something is broken, and certificates and signatures will fail, too. */
const mostAheadMs = 30_000
const minuteMs = 60_000

export async function startPulse({ nodes, self, machine = Date.now }: PulseOptions): Promise<Pulse> {
  const id = randomUUID()
  /** The server's time at a moment of the steady clock, and how far off it may be. */
  let known: { at: number; steadyAt: number; errorMs: number } | undefined
  let startedAt: number | undefined
  let address = ''
  let problem: string | undefined
  let beating: Promise<void> | undefined
  let beatAt = Number.NEGATIVE_INFINITY
  const jobsAt: number[] = []

  // The steady clock of this process goes on when someone sets the machine's clock.
  const clock = () => (known ? Math.round(known.at + performance.now() - known.steadyAt) : machine())
  const aheadMs = () => machine() - clock()

  function learn(at: number, sentAt: number, gotAt: number): void {
    const errorMs = (gotAt - sentAt) / 2
    const fresh = { at, steadyAt: sentAt + errorMs, errorMs }
    if (!known) {
      known = fresh
      return
    }
    // A slow answer says little. What is known is replaced if the answer is as precise, or contradicts it.
    const differenceMs = Math.abs(at - (known.at + fresh.steadyAt - known.steadyAt))
    if (errorMs <= known.errorMs || differenceMs > errorMs + known.errorMs) known = fresh
  }

  async function beat(): Promise<void> {
    beatAt = performance.now()
    try {
      while (jobsAt[0] !== undefined && jobsAt[0] < beatAt - minuteMs) jobsAt.shift()
      const state = { address, startedAt: startedAt ?? clock(), clockAheadMs: Math.round(aheadMs()) }
      const at = await nodes.report({ id, ...self, ...state, jobsLastMinute: jobsAt.length })
      learn(at, beatAt, performance.now())
      startedAt ??= at
      problem = undefined
    } catch {
      problem = 'the store accepts no writes'
    }
  }

  function beatOnce(): Promise<void> {
    beating ??= beat().finally(() => {
      beating = undefined
    })
    return beating
  }

  for (let count = 0; count < firstBeats; count++) await beatOnce()
  const timer = setInterval(() => void beatOnce(), beatEveryMs)
  timer.unref()
  return {
    clock,
    mayClaim: () => Math.abs(aheadMs()) <= mostAheadMs,
    async findProblem() {
      if (problem !== undefined && performance.now() - beatAt > tryAgainMs) await beatOnce()
      return problem
    },
    warnings() {
      const offMs = aheadMs()
      if (Math.abs(offMs) <= worthSayingMs) return []
      const off = `${(Math.abs(offMs) / 1000).toFixed(1)} seconds ${offMs > 0 ? 'ahead of' : 'behind'}`
      const effect = Math.abs(offMs) > mostAheadMs ? ', so this node runs no jobs' : ''
      return [`The clock of this machine is ${off} the database server's${effect}. Synchronize both with NTP`]
    },
    setAddress(found) {
      address = found
      void beatOnce()
    },
    noteJob() {
      jobsAt.push(performance.now())
    },
    async stop() {
      clearInterval(timer)
      await beating
      await nodes.withdraw(id).catch(() => undefined)
    },
  }
}
