import type { Role } from '@innkeeper/contract'
import { decideLeft, decideSeen, type Membership, type Sighting } from '../../../domain/membership.ts'
import type { Sql } from '../sql.ts'
import { audit } from './audit.ts'
import { intake } from './intake.ts'
import type { OpenChannel } from './open-channels.ts'
import { wasErased } from './past-erasures.ts'
import { endSubscription } from './subscription.ts'

/** Names and pictures change: somebody who speaks is looked up again after this long. */
const profileLastsMs = 7 * 24 * 60 * 60_000

/** `isReturning`: had been seen here before this time. */
export type Seen = { name: string; isPrivate: boolean; isErased: boolean; isReturning: boolean }

/**
 * Notes that a person is in the chat; answers their display name, and whether they keep out of the backup. Somebody who was
 * erased after what they did came to pass is not seen.
 */
export async function seePerson(tx: Sql, channel: OpenChannel, seen: Sighting): Promise<Seen> {
  const known = await findPerson(tx, channel.channelNo, seen.userId)
  if (!known && (await wasErased(tx, channel.channelId, seen.userId, seen.at))) {
    return { name: '', isPrivate: false, isErased: true, isReturning: false }
  }
  const next = decideSeen(known, seen, channel.newMemberRole)
  if (next) {
    const isOwner = seen.userId === channel.soleUserId && next.leftAt === null
    await writeMembership(tx, channel.channelNo, seen.userId, isOwner ? { ...next, role: 'owner' } : next, seen.at)
    // Whoever was never here subscribes to nothing.
    if (known && known.leftAt !== next.leftAt) channel.forgetBackup()
    channel.noteChange({ kind: 'member' })
  }
  if (seen.displayName === undefined && seen.at - (known?.profileAt ?? 0) > profileLastsMs) {
    await channel.plan({ kind: 'refresh-member', channelId: channel.channelId, userId: seen.userId })
  }
  return {
    name: (next ?? known)?.displayName ?? seen.userId,
    isPrivate: known?.isPrivate ?? false,
    isErased: false,
    isReturning: known !== undefined && known.joinedAt < seen.at,
  }
}

/** Notes that the platform told us of somebody's joining: they were not there all along. */
export async function noteJoin(tx: Sql, channelNo: number, userId: string, at: number): Promise<void> {
  await tx.run(
    `update members set join_seen_at = ? where channel = ? and user_id = ? and (join_seen_at is null or join_seen_at < ?)`,
    at,
    channelNo,
    userId,
    at,
  )
}

type LeftChannel = Pick<OpenChannel, 'channelNo' | 'forgetBackup' | 'noteChange'>

/** Answers the role they had; undefined where they were not there. */
export async function seePersonLeave(
  tx: Sql,
  channel: LeftChannel,
  userId: string,
  at: number,
): Promise<Role | undefined> {
  const known = await findPerson(tx, channel.channelNo, userId)
  const next = decideLeft(known, at)
  if (!known || !next) return undefined
  await writeMembership(tx, channel.channelNo, userId, next, at)
  await endSubscription(tx, channel.channelNo, userId)
  channel.forgetBackup()
  channel.noteChange({ kind: 'member' })
  if (known.role === 'owner' || known.role === 'admin') {
    await tx.run('update members set admin_since = null where channel = ? and user_id = ?', channel.channelNo, userId)
  }
  if (known.role === 'owner') {
    await audit(tx, channel.channelNo, { kind: 'system' }, at, { action: 'owner.left', target: userId })
  }
  return known.role
}

type Person = Membership & { profileAt: number | null; isPrivate: boolean }

async function findPerson(tx: Sql, channelNo: number, userId: string): Promise<Person | undefined> {
  const row = await tx.get<{
    display_name: string
    role: Role
    joined_at: number
    left_at: number | null
    profile_at: number | null
    private_since: number | null
  }>(intake.findPerson, channelNo, userId)
  return (
    row && {
      displayName: row.display_name,
      role: row.role,
      joinedAt: row.joined_at,
      leftAt: row.left_at,
      profileAt: row.profile_at,
      isPrivate: row.private_since !== null,
    }
  )
}

async function writeMembership(
  tx: Sql,
  channelNo: number,
  userId: string,
  membership: Membership,
  at: number,
): Promise<void> {
  await tx.run(
    intake.writePerson,
    channelNo,
    userId,
    membership.displayName,
    membership.role,
    membership.joinedAt,
    membership.leftAt,
    at,
  )
}
