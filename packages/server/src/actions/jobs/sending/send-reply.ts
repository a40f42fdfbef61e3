import { decideNotToReply } from '../../../domain/jobs/job-outcome.ts'
import type { JobOutcome } from '../../../ports/commands.ts'
import type { JobCall, JobDeps } from '../job-call.ts'

export async function sendReply(
  { clock }: Pick<JobDeps, 'clock'>,
  { connector, job, channel, attempts, createdAt }: JobCall<'send-reply'>,
): Promise<JobOutcome> {
  const { reply, speech } = job
  const against = decideNotToReply({ reply, createdAt }, { isActive: channel.isActive, attempts, now: clock() })
  if (against) return against
  await connector.replies.send(reply, speech, channel)
  return { kind: 'done' }
}
