import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import type { JobOutcome } from '../../../ports/commands.ts'
import type { ChannelRef, Connector } from '../../../ports/connector.ts'
import type { JobCall, JobDeps } from '../job-call.ts'
import { recordPicture } from '../media/record-picture.ts'
import { findRoomName } from './name-room.ts'

/** Name, picture and number of people. */
export async function refreshChannel(
  deps: JobDeps,
  { connector, channel }: JobCall<'refresh-channel'>,
): Promise<JobOutcome> {
  const { channelId, type } = channel
  const profile = await connector.profiles.findChannel({ channelId, type })
  const { memberCount, later } = await countMembers(connector, { channelId, type })
  const name = profile?.name ?? (await findRoomName(deps, channel, memberCount))
  const news = {
    ...(name === undefined ? {} : { name }),
    ...(memberCount === undefined ? {} : { memberCount }),
  }
  await recordPicture(deps, connector, { id: channelId, url: profile?.pictureUrl }, (picture) =>
    deps.store.write<'record-channel'>({ kind: 'record-channel', at: deps.clock(), channelId, picture, ...news }),
  )
  if (later) throw later
  return { kind: 'done' }
}

/** No count where the platform does not tell; `later`: why it did not this time. */
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
