import { roomName } from '../../../domain/channels/room-name.ts'
import type { ClaimedJob } from '../../../ports/commands.ts'
import type { JobDeps } from '../job-call.ts'

/** The name of a room from the people known by now; undefined where it stays, and for chats that have names of their own. */
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
