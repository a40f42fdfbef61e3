import { notMatched } from '../../domain/assistant/answering/undecided.ts'
import { refuse } from '../../domain/jobs/job-outcome.ts'
import type { ClaimedJob, JobOutcome } from '../../ports/commands.ts'
import type { Connector } from '../../ports/connector.ts'
import type { JobDeps } from './job-call.ts'
import { fetchMedia } from './media/fetch-media.ts'
import { makePreview } from './media/make-preview.ts'
import { checkMembers } from './profiles/check-members.ts'
import { refreshChannel } from './profiles/refresh-channel.ts'
import { refreshMember } from './profiles/refresh-member.ts'
import { refreshRoster } from './profiles/refresh-roster.ts'
import { askModel } from './sending/ask-model.ts'
import { findAnswer } from './sending/find-answer.ts'
import { greetNewcomers } from './sending/greet-newcomers.ts'
import { leaveChannel } from './sending/leave-channel.ts'
import { pushMessage } from './sending/send-message.ts'
import { sendReply } from './sending/send-reply.ts'

type Deps = JobDeps & { connectors: ReadonlyMap<string, Connector> }

/** Does a job once. What it throws is for `decideFailure` to judge. */
export async function runJob(deps: Deps, claimed: ClaimedJob, signal: AbortSignal): Promise<JobOutcome> {
  const { job, channel } = claimed
  const connector = deps.connectors.get(channel.platform)
  if (job.kind === 'find-answer') return await findAnswer(deps, { ...claimed, job, signal })
  if (job.kind === 'greet-newcomers') return await greetNewcomers(deps, { ...claimed, job })
  if (job.kind === 'ask-model') return await askModel(deps, { ...claimed, job, signal })
  // Needs no platform where the file itself is a picture.
  if (job.kind === 'make-preview') return await makePreview(deps, { ...claimed, job, connector, signal })
  // Where the platform cannot be asked, nobody waits for its answer.
  if (job.kind === 'check-members') return await checkMembers(deps, { ...claimed, job, connector, signal })
  if (!connector) {
    const reason = `this service is not connected to the channel's platform (${channel.platform || 'none is recorded'})`
    return refuse(claimed.attempts, 'platform', reason)
  }
  const call = { ...claimed, connector, signal }
  switch (job.kind) {
    case 'send-reply':
      return await sendReply(deps, { ...call, job })
    case 'push-message':
      return await pushMessage(deps, { ...call, job })
    case 'refresh-channel':
      return await refreshChannel(deps, { ...call, job })
    case 'refresh-member':
      return await refreshMember(deps, { ...call, job })
    case 'refresh-roster':
      return await refreshRoster(deps, { ...call, job })
    case 'fetch-media':
      return await fetchMedia(deps, { ...call, job })
    case 'leave-channel':
      return await leaveChannel({ ...call, job })
  }
}

/** A job is given up for good: what waits for it must not wait for ever. */
export async function giveUp({ store, clock }: JobDeps, { job }: ClaimedJob, reason: string): Promise<void> {
  if (job.kind === 'find-answer' || job.kind === 'ask-model') {
    const { channelId, question } = job
    const why = { failure: 'undecided', reason: job.kind === 'find-answer' ? notMatched : reason } as const
    await store.write<'leave-unanswered'>({ kind: 'leave-unanswered', at: clock(), channelId, question, ...why })
  }
  if (job.kind === 'fetch-media') {
    const { channelId, messageId } = job
    await store.write<'lose-media'>({ kind: 'lose-media', at: clock(), channelId, messageId, reason })
  }
  if (job.kind === 'make-preview') {
    const { channelId, messageId } = job
    await store.write<'skip-preview'>({ kind: 'skip-preview', channelId, messageId })
  }
}
