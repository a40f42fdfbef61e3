import type { JobOutcome } from '../../../ports/commands.ts'
import type { JobCall } from '../job-call.ts'

export async function leaveChannel({ connector, channel, job }: JobCall<'leave-channel'>): Promise<JobOutcome> {
  // The job knows the chat also where the channel was erased meanwhile.
  await connector.leave({ channelId: job.channelId, type: channel.type })
  return { kind: 'done' }
}
