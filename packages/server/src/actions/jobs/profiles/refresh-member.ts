import { PlatformRefusal, type PlatformRefusalCode } from '../../../domain/platforms/platform-errors.ts'
import type { JobOutcome } from '../../../ports/commands/jobs.ts'
import type { ChannelRef, Connector, Profile } from '../../../ports/connector.ts'
import { chatOf, type JobCall, type JobDeps } from '../job-call.ts'
import { recordPicture } from '../media/record-picture.ts'
import { findRoomName } from './refresh-channel.ts'

/** Name and picture of a person; and of their private chat, or of the room named after its members. */
export async function refreshMember(
  deps: JobDeps,
  { connector, channel, job }: JobCall<'refresh-member'>,
): Promise<JobOutcome> {
  const { store, clock } = deps
  const { channelId, type } = channel
  const { userId } = job
  const profile = await findProfile(connector, chatOf(channel), userId)
  if (!profile) {
    // Recorded as looked up, with what is known; otherwise every message of theirs would trigger another lookup.
    const picture = (await store.findPictureOf(userId)) ?? null
    await store.write<'record-member'>({ kind: 'record-member', at: clock(), channelId, userId, name: '', picture })
    return { kind: 'done' }
  }
  const { name } = profile
  await recordPicture(deps, connector, { id: userId, picture: profile.picture }, async (picture) => {
    await store.write<'record-member'>({ kind: 'record-member', at: clock(), channelId, userId, name, picture })
    if (type !== 'user') return
    await store.write<'record-channel'>({ kind: 'record-channel', at: clock(), channelId, name, picture })
  })
  const roomName = await findRoomName(deps, channel, undefined)
  if (roomName !== undefined) {
    await store.write<'record-channel'>({ kind: 'record-channel', at: clock(), channelId, name: roomName })
  }
  return { kind: 'done' }
}

const hidden: PlatformRefusalCode[] = ['not-found', 'forbidden', 'invalid']

/** Undefined if the platform shows us nothing about this person: they left, never consented, or aren't users of it. */
async function findProfile(connector: Connector, channel: ChannelRef, userId: string): Promise<Profile | undefined> {
  try {
    return await connector.profiles.getMember(channel, userId)
  } catch (error) {
    if (error instanceof PlatformRefusal && hidden.includes(error.code)) return undefined
    throw error
  }
}
