import { decideNotToPush, decideNotToReply, putOffPush, refuse } from '../../../domain/jobs/job-outcome.ts'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { JobOutcome } from '../../../ports/commands/jobs.ts'
import type { ChannelRef, Connector } from '../../../ports/connector.ts'
import { chatOf, type JobCall, type JobDeps } from '../job-call.ts'

export async function pushMessage(
  { clock, pushBudget, random }: Pick<JobDeps, 'clock' | 'pushBudget' | 'random'>,
  { connector, job, channel, attempts, createdAt }: JobCall<'push-message'>,
): Promise<JobOutcome> {
  const { retryKey, speech, until } = job
  const against = decideNotToPush({ until, createdAt }, { ...channel, attempts, now: clock() })
  if (against) return against
  const { pushes } = connector
  if (!pushes) return refuse(attempts, 'no-token', 'this platform only supports replies')
  // An earlier attempt may have been paid for already, and repeating it costs nothing.
  if (attempts === 1) {
    try {
      const isEnough = await pushBudget.take(connector, retryKey, () => countReached(connector, chatOf(channel)))
      if (!isEnough) return refuse(attempts, 'quota', 'too few messages are left in the monthly quota to push this')
    } catch (error) {
      if (!(error instanceof PlatformSilence)) throw error
      return putOffPush({ until, createdAt }, { attempts, now: clock(), random: random() })
    }
  }
  try {
    await pushes.send(chatOf(channel), speech, retryKey)
  } catch (error) {
    if (error instanceof PlatformRefusal) pushBudget.giveBack(connector, retryKey, error.code)
    throw error
  }
  return { kind: 'done' }
}

/** Everyone in a chat counts. If the platform doesn't report the number, it has to enforce its quota itself. */
async function countReached({ roster }: Connector, channel: ChannelRef): Promise<number> {
  if (channel.type === 'user' || !roster) return 1
  try {
    return await roster.count(channel)
  } catch (error) {
    if (error instanceof PlatformRefusal && error.code !== 'too-fast') return 1
    throw error
  }
}

export async function sendReply(
  { clock }: Pick<JobDeps, 'clock'>,
  { connector, job, channel, attempts, createdAt }: JobCall<'send-reply'>,
): Promise<JobOutcome> {
  const { reply, speech } = job
  const against = decideNotToReply({ reply, createdAt }, { ...channel, attempts, now: clock() })
  if (against) return against
  await connector.replies.send(reply, speech, chatOf(channel))
  return { kind: 'done' }
}
