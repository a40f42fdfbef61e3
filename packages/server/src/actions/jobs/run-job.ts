import { notMatched } from '../../domain/assistant/answering/undecided.ts'
import { refuse } from '../../domain/jobs/job-outcome.ts'
import type { ClaimedJob, JobOutcome } from '../../ports/commands/jobs.ts'
import type { Connector } from '../../ports/connector.ts'
import { giveUpImport, readImport, undoImport, writeImport } from '../imports/run-import.ts'
import { inMovedChat } from './in-moved-chat.ts'
import { chatOf, type JobCall, type JobDeps } from './job-call.ts'
import { fetchMedia } from './media/fetch-media.ts'
import { fetchSticker, recordSticker } from './media/fetch-sticker.ts'
import { makePreview } from './media/make-preview.ts'
import { checkMembers } from './profiles/check-members.ts'
import { refreshAdmins } from './profiles/refresh-admins.ts'
import { refreshChannel, refreshRoster } from './profiles/refresh-channel.ts'
import { refreshMember } from './profiles/refresh-member.ts'
import { askModel } from './sending/ask-model.ts'
import { findAnswer } from './sending/find-answer.ts'
import { pushMessage, sendReply } from './sending/send-message.ts'

type Deps = JobDeps & { connectors: ReadonlyMap<string, Connector> }

const triesWithoutPlatform = 3
const lookAgainMs = 3_000

/** Tries a job once. `decideFailure` handles what it throws. */
export function runJob(deps: Deps, claimed: ClaimedJob, signal: AbortSignal): Promise<JobOutcome> {
  return inMovedChat(deps, claimed, () => runOnce(deps, claimed, signal))
}

async function runOnce(deps: Deps, claimed: ClaimedJob, signal: AbortSignal): Promise<JobOutcome> {
  const { job, channel } = claimed
  const connector = deps.connectors.get(channel.platform)
  if (job.kind === 'find-answer') return await findAnswer(deps, { ...claimed, job, signal })
  if (job.kind === 'greet-newcomers') return await welcomeNewcomers(deps, { ...claimed, job })
  if (job.kind === 'ask-model') return await askModel(deps, { ...claimed, job, signal })
  if (job.kind === 'read-import') return await readImport(deps, { ...claimed, job, signal })
  if (job.kind === 'write-import') return await writeImport(deps, { ...claimed, job, signal })
  if (job.kind === 'undo-import') return await undoImport(deps, { ...claimed, job, signal })
  // Needs no connector if the file itself is a picture.
  if (job.kind === 'make-preview') return await makePreview(deps, { ...claimed, job, connector, signal })
  // Ends at once if the platform can't be asked.
  if (job.kind === 'check-members') return await checkMembers(deps, { ...claimed, job, connector, signal })
  if (!connector) {
    const reason = `this service is not connected to the channel's platform (${channel.platform || 'none is recorded'})`
    // A node may learn of a new connection a moment later than the one that received the message.
    const runAt = deps.clock() + lookAgainMs
    if (job.kind === 'send-reply' || job.kind === 'push-message') {
      // Not an attempt, which could have sent it.
      if (runAt < claimed.createdAt + triesWithoutPlatform * lookAgainMs) return { kind: 'give-back', runAt }
    } else if (claimed.attempts < triesWithoutPlatform) return { kind: 'retry', runAt, reason }
    // It stays a number, which is nothing to report.
    if (job.kind === 'fetch-sticker') {
      await recordSticker(deps, { channel, job }, null)
      return { kind: 'done' }
    }
    return refuse(1, 'platform', reason)
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
    case 'refresh-admins':
      return await refreshAdmins(deps, { ...call, job })
    case 'fetch-media':
      return await fetchMedia(deps, { ...call, job })
    case 'fetch-sticker':
      return await fetchSticker(deps, { ...call, job })
    case 'leave-channel':
      return await leaveChannel({ ...call, job })
  }
}

/** Records that a job failed permanently, so that nothing keeps waiting for it. */
export async function giveUp(deps: JobDeps, { job, channel }: ClaimedJob, reason: string): Promise<void> {
  const { store, clock } = deps
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
  if (job.kind === 'read-import' || job.kind === 'write-import') await giveUpImport(deps, { job, channel }, reason)
  // Asked again another day, when someone looks at it.
  if (job.kind === 'fetch-sticker') await recordSticker(deps, { channel, job }, null)
}

/** The store plans the welcome message like any other message to send. */
async function welcomeNewcomers(
  { store, clock }: Pick<JobDeps, 'store' | 'clock'>,
  { job: { channelId } }: Pick<JobCall<'greet-newcomers'>, 'job'>,
): Promise<JobOutcome> {
  const { again } = await store.write<'greet-newcomers'>({ kind: 'greet-newcomers', at: clock(), channelId })
  return again === null ? { kind: 'done' } : { kind: 'give-back', runAt: again }
}

async function leaveChannel({ connector, channel, job }: JobCall<'leave-channel'>): Promise<JobOutcome> {
  // The channel may have been erased in the meantime. Then only the job knows where to leave.
  const isErased = job.channelId !== channel.channelId
  await connector.leave(isErased ? { channelId: job.channelId, type: channel.type } : chatOf(channel))
  return { kind: 'done' }
}
