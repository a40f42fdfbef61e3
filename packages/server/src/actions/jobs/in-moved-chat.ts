import { PlatformRefusal } from '../../domain/platforms/platform-errors.ts'
import type { ClaimedJob, JobOutcome } from '../../ports/commands/jobs.ts'
import type { JobDeps } from './job-call.ts'

/**
 * Runs a job. If the platform refuses it because the chat has a new ID, the move is noted, and the job is due again at once for the
 * new ID. Unless a part of it has arrived: that part must not be sent again.
 */
export async function inMovedChat(
  { store, clock }: Pick<JobDeps, 'store' | 'clock'>,
  { channel }: ClaimedJob,
  run: () => Promise<JobOutcome>,
): Promise<JobOutcome> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof PlatformRefusal)) throw error
    const { movedTo, sentParts = 0 } = error.facts
    if (movedTo === undefined || movedTo === channel.chatId) throw error
    await store.write<'move-chat'>({ kind: 'move-chat', at: clock(), from: channel.chatId, to: movedTo })
    if (sentParts > 0) throw error
    return { kind: 'give-back', runAt: clock() }
  }
}
