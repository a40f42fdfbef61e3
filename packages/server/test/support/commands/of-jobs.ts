import { isRetriable } from '../../../src/domain/jobs/job.ts'
import { type Draws, id, operator, take } from './world.ts'

/** Claiming jobs, and what becomes of them. */
export const ofJobs: Draws<
  'claim-jobs' | 'extend-leases' | 'release-jobs' | 'retry-job' | 'finish-job' | 'settle-restored'
> = {
  'claim-jobs': {
    draw: (world) => ({ kind: 'claim-jobs', at: world.now() + soonMs, lease: id(), leaseMs: 3_600_000, limit: 4 }),
    learn(world, { lease }, claimed) {
      for (const { jobId } of claimed) world.jobs.push({ jobId, lease })
    },
  },
  'extend-leases': {
    draw(world) {
      const held = world.random.shuffle(world.jobs).slice(0, 3)
      return held.length === 0
        ? undefined
        : { kind: 'extend-leases', at: world.now() + soonMs, leaseMs: 3_600_000, held }
    },
  },
  'finish-job': {
    draw(world) {
      const held = take(world.jobs, world.random)
      if (!held) return undefined
      const runAt = world.now() + soonMs
      const outcome = world.random.pick([
        { kind: 'done' },
        { kind: 'done' },
        { kind: 'done' },
        { kind: 'give-back', runAt },
        { kind: 'retry', runAt, reason: 'busy' },
        { kind: 'bury', reason: 'broken' },
        { kind: 'bury', reason: 'broken' },
        { kind: 'push-instead', reason: 'expired' },
      ] as const)
      return { kind: 'finish-job', at: world.now(), ...held, outcome }
    },
  },
  'retry-job': {
    async draw(world) {
      const buried = (await world.store.listBuriedJobs(50)).filter(({ kind }) => isRetriable(kind))
      const job = buried.length === 0 ? undefined : world.random.pick(buried)
      return job && { kind: 'retry-job', by: operator, at: world.now(), jobId: job.jobId }
    },
  },
  'release-jobs': {
    draw: () => ({ kind: 'release-jobs' }),
    alone: 'a service writes it before it starts, and only if it is alone on its store',
  },
  'settle-restored': {
    draw: (world) => ({ kind: 'settle-restored', at: world.now(), copiedAt: world.now() - 60_000 }),
    alone: 'of a store that is restored, before any service uses it',
  },
}

/** Jobs that are planned for a moment later are due as well. */
const soonMs = 60_000
