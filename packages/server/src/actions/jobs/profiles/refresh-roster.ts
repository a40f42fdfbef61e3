import type { JobOutcome } from '../../../ports/commands.ts'
import type { JobCall, JobDeps } from '../job-call.ts'

/** Learns who is in the chat, page by page. A page that was recorded twice equals one that was recorded once. */
export async function refreshRoster(
  { store, clock }: JobDeps,
  { connector, channel, signal }: JobCall<'refresh-roster'>,
): Promise<JobOutcome> {
  const { channelId, type } = channel
  for await (const userIds of connector.roster?.listMemberIds({ channelId, type }) ?? []) {
    signal.throwIfAborted()
    await store.write<'record-roster'>({ kind: 'record-roster', at: clock(), channelId, userIds })
  }
  return { kind: 'done' }
}
