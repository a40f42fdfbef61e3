import type { JobOutcome } from '../../ports/commands.ts'
import type { JobCall } from './job-call.ts'

export async function pushMessage({ connector, job, channel }: JobCall<'push-message'>): Promise<JobOutcome> {
  if (!connector.pushes) {
    return { kind: 'bury', reason: 'this platform sends nothing but replies', failure: 'no-token' }
  }
  await connector.pushes.send(channel, job.speech, job.retryKey)
  return { kind: 'done' }
}
