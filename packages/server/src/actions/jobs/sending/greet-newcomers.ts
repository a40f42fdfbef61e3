import type { JobOutcome } from '../../../ports/commands.ts'
import type { JobCall, JobDeps } from '../job-call.ts'

/** What is said is planned in the store, with everything else that is said. */
export async function greetNewcomers(
  { store, clock }: Pick<JobDeps, 'store' | 'clock'>,
  { job: { channelId } }: Pick<JobCall<'greet-newcomers'>, 'job'>,
): Promise<JobOutcome> {
  const { again } = await store.write<'greet-newcomers'>({ kind: 'greet-newcomers', at: clock(), channelId })
  return again === null ? { kind: 'done' } : { kind: 'give-back', runAt: again }
}
