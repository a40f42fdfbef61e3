import type { JobOutcome } from '../../ports/commands.ts'
import type { JobCall } from './job-call.ts'

export async function leaveChannel({ connector, channel }: JobCall<'leave-channel'>): Promise<JobOutcome> {
  await connector.leave({ channelId: channel.channelId, type: channel.type })
  return { kind: 'done' }
}
