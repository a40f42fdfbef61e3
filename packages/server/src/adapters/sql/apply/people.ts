import type { Role } from '@innkeeper/contract'
import { decideLeft, decideSeen, type Membership, type Sighting } from '../../../domain/membership.ts'
import type { Sql } from '../sql.ts'
import { audit } from './audit.ts'
import type { OpenChannel } from './open-channels.ts'
import { endSubscription } from './subscription.ts'

/** Notes that a person is in the chat; answers their display name. */
export async function seePerson(tx: Sql, channel: OpenChannel, seen: Sighting): Promise<string> {
  const known = await findMembership(tx, channel.channelNo, seen.userId)
  const next = decideSeen(known, seen, channel.newMemberRole)
  if (!next) return known?.displayName ?? seen.userId
  const isOwner = seen.userId === channel.soleUserId && next.leftAt === null
  await writeMembership(tx, channel.channelNo, seen.userId, isOwner ? { ...next, role: 'owner' } : next, seen.at)
  if (known?.leftAt !== next.leftAt) channel.forgetBackup()
  return next.displayName
}

export async function seePersonLeave(tx: Sql, channel: OpenChannel, userId: string, at: number): Promise<void> {
  const known = await findMembership(tx, channel.channelNo, userId)
  const next = decideLeft(known, at)
  if (!known || !next) return
  await writeMembership(tx, channel.channelNo, userId, next, at)
  await endSubscription(tx, channel.channelNo, userId)
  channel.forgetBackup()
  if (known.role === 'owner') {
    await audit(tx, channel.channelNo, { kind: 'system' }, at, { action: 'owner.left', target: userId })
  }
}

async function findMembership(tx: Sql, channelNo: number, userId: string): Promise<Membership | undefined> {
  const row = await tx.get<{ display_name: string; role: Role; joined_at: number; left_at: number | null }>(
    'select display_name, role, joined_at, left_at from members where channel = ? and user_id = ?',
    channelNo,
    userId,
  )
  return row && { displayName: row.display_name, role: row.role, joinedAt: row.joined_at, leftAt: row.left_at }
}

async function writeMembership(
  tx: Sql,
  channelNo: number,
  userId: string,
  membership: Membership,
  at: number,
): Promise<void> {
  await tx.run(
    `insert into members (channel, user_id, display_name, role, joined_at, left_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (channel, user_id) do update set display_name = excluded.display_name, role = excluded.role,
       joined_at = excluded.joined_at, left_at = excluded.left_at, updated_at = excluded.updated_at`,
    channelNo,
    userId,
    membership.displayName,
    membership.role,
    membership.joinedAt,
    membership.leftAt,
    at,
  )
}
