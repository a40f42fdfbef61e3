import { randomUUID } from 'node:crypto'
import type { Clock } from '../ports/clock.ts'
import type { ClaimedJob, LaneClaim } from '../ports/commands/jobs.ts'
import type { Store } from '../ports/store.ts'
import type { Held } from './run-claimed-job.ts'

type Waiting = { wanted: LaneClaim; resolve(held: Held[]): void; reject(reason: unknown): void }

/** Lanes that are woken together claim with one command: on a server, each claim costs several statements. */
export function createClaims({ store, clock }: { store: Pick<Store, 'write'>; clock: Clock }) {
  let waiting: Waiting[] = []

  const claimAll = async () => {
    const all = waiting
    waiting = []
    const [first, ...others] = all
    if (!first) return
    // A new one for every claim, so that a job that comes back to the same process after its lease is recognised, too.
    const lease = randomUUID()
    try {
      const also = others.map(({ wanted }) => wanted)
      const command = { kind: 'claim-jobs', at: clock(), lease, ...first.wanted, also } as const
      const claimed = await store.write<'claim-jobs'>(command)
      for (const { wanted, resolve } of all) resolve(heldOf(claimed, wanted, lease))
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }

  return (wanted: LaneClaim): Promise<Held[]> =>
    new Promise((resolve, reject) => {
      if (waiting.push({ wanted, resolve, reject }) === 1) queueMicrotask(() => void claimAll())
    })
}

function heldOf(claimed: ClaimedJob[], { kinds }: LaneClaim, lease: string): Held[] {
  return claimed.filter(({ job }) => kinds.includes(job.kind)).map((one) => ({ claimed: one, lease }))
}
