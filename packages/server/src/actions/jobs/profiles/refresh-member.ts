import { PlatformRefusal, type PlatformRefusalCode } from '../../../domain/platforms/platform-errors.ts'
import type { JobOutcome } from '../../../ports/commands/jobs.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { ChannelRef, Connector, Profile } from '../../../ports/connector.ts'
import type { MessagePosition } from '../../../ports/reading.ts'
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
    await recordMember(deps, { channelId, userId, name: '', picture })
    return { kind: 'done' }
  }
  const { name } = profile
  await recordPicture(deps, connector, { id: userId, picture: profile.picture }, async (picture) => {
    await recordMember(deps, { channelId, userId, name, picture })
    if (type !== 'user') return
    await store.write<'record-channel'>({ kind: 'record-channel', at: clock(), channelId, name, picture })
  })
  const roomName = await findRoomName(deps, channel, undefined)
  if (roomName !== undefined) {
    await store.write<'record-channel'>({ kind: 'record-channel', at: clock(), channelId, name: roomName })
  }
  return { kind: 'done' }
}

type Recorded = Pick<CommandOf<'record-member'>, 'channelId' | 'userId' | 'name' | 'picture'>

/** Gives the name to all messages that were sent before it was known, some in each transaction. */
async function recordMember({ store, clock }: JobDeps, recorded: Recorded): Promise<void> {
  let after: MessagePosition | null | undefined
  do {
    const place = after ? { after } : {}
    const { next } = await store.write<'record-member'>({ kind: 'record-member', at: clock(), ...recorded, ...place })
    after = next
  } while (after)
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
