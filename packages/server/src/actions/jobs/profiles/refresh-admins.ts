import type { JobOutcome } from '../../../ports/commands/jobs.ts'
import { chatOf, type JobCall, type JobDeps } from '../job-call.ts'

/**
 * Learns who owns and who manages the chat on its platform, and whether the bot gets all of its messages. Private chats have no
 * admins.
 */
export async function refreshAdmins(
  { store, clock }: JobDeps,
  { connector, channel }: JobCall<'refresh-admins'>,
): Promise<JobOutcome> {
  const { channelId, type } = channel
  if (type === 'user') return { kind: 'done' }
  const admins = await connector.roster?.listAdmins?.(chatOf(channel))
  if (!admins) return { kind: 'done' }
  const sight = await connector.roster?.seesAllMessages?.(chatOf(channel))
  await store.write<'record-admins'>({
    kind: 'record-admins',
    at: clock(),
    channelId,
    ...admins,
    ...(sight !== undefined && { seesAllMessages: sight }),
  })
  return { kind: 'done' }
}
