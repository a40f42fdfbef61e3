import { roomName } from '../../../domain/channels/channel-defaults.ts'
import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { ClaimedJob, JobOutcome } from '../../../ports/commands/jobs.ts'
import type { ChannelRef, Connector } from '../../../ports/connector.ts'
import { chatOf, type JobCall, type JobDeps } from '../job-call.ts'
import { recordPicture } from '../media/record-picture.ts'

/** Name, picture and number of people. */
export async function refreshChannel(
  deps: JobDeps,
  { connector, channel }: JobCall<'refresh-channel'>,
): Promise<JobOutcome> {
  const { channelId } = channel
  const profile = await connector.profiles.findChannel(chatOf(channel))
  const { memberCount, later } = await countMembers(connector, chatOf(channel))
  const name = profile?.name ?? (await findRoomName(deps, channel, memberCount))
  const news = {
    ...(name === undefined ? {} : { name }),
    ...(memberCount === undefined ? {} : { memberCount }),
  }
  await recordPicture(deps, connector, { id: channelId, picture: profile?.picture }, (picture) =>
    deps.store.write<'record-channel'>({ kind: 'record-channel', at: deps.clock(), channelId, picture, ...news }),
  )
  if (later) throw later
  return { kind: 'done' }
}

/** No count if the platform doesn't provide it; `later`: why it failed this time. */
async function countMembers(
  { roster }: Connector,
  channel: ChannelRef,
): Promise<{ memberCount?: number; later?: unknown }> {
  if (!roster || channel.type === 'user') return {}
  try {
    return { memberCount: await roster.count(channel) }
  } catch (error) {
    return error instanceof PlatformRefusal && error.code !== 'too-fast' ? {} : { later: error }
  }
}

/** A name for a room, made from its known members; undefined if it stays the same, and for chats that have names of their own. */
export async function findRoomName(
  { store }: Pick<JobDeps, 'store'>,
  { channelNo, type }: ClaimedJob['channel'],
  memberCount: number | undefined,
): Promise<string | undefined> {
  if (type !== 'room') return undefined
  const [channel, members] = await Promise.all([store.getChannel(channelNo), store.listMembers(channelNo, undefined)])
  const present = members.filter(({ leftAt }) => leftAt === null).sort((a, b) => a.joinedAt - b.joinedAt)
  // Until their profile was seen, people are called by their id.
  const names = present.map(({ userId, displayName }) => (displayName === userId ? '' : displayName)).filter(Boolean)
  const name = roomName(names, Math.max(memberCount ?? channel.memberCount, present.length))
  return name === channel.name ? undefined : name
}

/** Learns who is in the chat, page by page. Recording a page twice has no further effect. */
export async function refreshRoster(
  { store, clock }: JobDeps,
  { connector, channel, signal }: JobCall<'refresh-roster'>,
): Promise<JobOutcome> {
  const { channelId } = channel
  for await (const userIds of connector.roster?.listMemberIds(chatOf(channel)) ?? []) {
    signal.throwIfAborted()
    await store.write<'record-roster'>({ kind: 'record-roster', at: clock(), channelId, userIds })
  }
  return { kind: 'done' }
}
