import type { JobKind } from '../../../../src/domain/jobs/job.ts'
import type { ClaimedJob, JobOutcome, LaneClaim } from '../../../../src/ports/commands/jobs.ts'
import type { IncomingEvent } from '../../../../src/ports/connector.ts'
import { message } from '../../../support/content/events.ts'
import { noon, type World } from '../../store-world.ts'

/** Helpers to plan, claim and finish jobs. Jobs are planned as in production, by events in a chat. */
export function jobMoves(world: World) {
  let claims = 0
  const claim = async (
    options: { at?: number; limit?: number; leaseMs?: number; kinds?: JobKind[]; also?: LaneClaim[] } = {},
  ) => {
    const { at = noon, limit = 1000, leaseMs = 60_000, kinds, also = [] } = options
    const lease = `lease ${++claims}`
    const command = { kind: 'claim-jobs', at, lease, leaseMs, limit, also } as const
    const jobs = await world.store.write<'claim-jobs'>(kinds ? { ...command, kinds } : command)
    return jobs.map((job) => ({ ...job, lease }))
  }
  const finish = (job: { jobId: number; lease: string }, outcome: JobOutcome, at = noon) =>
    world.store.write<'finish-job'>({ kind: 'finish-job', at, jobId: job.jobId, lease: job.lease, outcome })

  const receive = (at: number, event: IncomingEvent) =>
    world.store.write<'receive-events'>({ kind: 'receive-events', at, platform: 'test', unread: [], events: [event] })

  return {
    claim,
    finish,
    /** A new channel in a store without waiting jobs. */
    async quietChannel(): Promise<string> {
      const channel = await world.channel({ owner: 'U1', subscribers: ['U1'] })
      const everything = { at: Number.MAX_SAFE_INTEGER - 1_000_000 }
      for (let jobs = await claim(everything); jobs.length > 0; jobs = await claim(everything)) {
        // Not a thousand at once: a write that waits several seconds for its turn is refused.
        for (let from = 0; from < jobs.length; from += 50) {
          await Promise.all(jobs.slice(from, from + 50).map((job) => finish(job, { kind: 'done' })))
        }
      }
      return channel
    },
    /** A member list with new people on it plans a job for each of their profiles. */
    planLooks: (channelId: string, userIds: string[], at = noon) =>
      world.store.write<'record-roster'>({ kind: 'record-roster', at, channelId, userIds }),
    /** A job that can be planned again, because it is about the chat and not about a person who is known afterwards. */
    planChannelLook: (channelId: string, at = noon) =>
      receive(at, {
        eventId: `look ${++claims}`,
        at,
        channel: { channelId, type: 'group' },
        kind: 'members-joined',
        members: [{ userId: 'U1', displayName: 'One' }],
      }),
    /** A command is answered with the right to reply that came with it. */
    planReply: (channelId: string, token: string, at = noon) =>
      receive(at, {
        ...message(channelId, noon, { from: 'U1', name: 'One', content: { type: 'text', text: '/help' } }),
        reply: { token, expiresAt: at + 60_000, isOneUse: true, cost: 'free' },
      }),
  }
}

/** Who or what the jobs are about. */
export function subjects(jobs: ClaimedJob[]): string[] {
  return jobs.map(({ job }) => {
    if (job.kind === 'refresh-member') return job.userId
    return job.kind === 'send-reply' ? job.reply.token : job.kind
  })
}
