import type { Role } from '@innkeeper/contract'
import { decideMergedMember, type Merge, type MergedMember } from '../../../../domain/channels/moved-chat.ts'
import { releaseFile } from '../../media/released-files.ts'
import type { Sql } from '../../sql.ts'

type Row = {
  user_id: string
  role: Role
  joined_at: number
  left_at: number | null
  platform_role: string | null
  picture_sha256: string | null
  admin_since: number | null
}

/** People of the second channel, with their subscriptions, their privacy and the welcomes that wait for them. */
export async function mergeMembers(tx: Sql, merge: Merge): Promise<void> {
  const [from, into] = [merge.from.channelNo, merge.into.channelNo]
  const known = new Map((await listMembers(tx, into, from)).map((row) => [row.user_id, row]))
  const channel = await getChannel(tx, into)
  for (const second of await listMembers(tx, from, from)) {
    const kept = known.get(second.user_id)
    const next = decideMergedMember(kept && toMember(kept), toMember(second), channel)
    // They were here before, so they aren't welcomed again.
    if (kept?.left_at === null) {
      await tx.run('delete from newcomers where channel = ? and user_id = ?', from, second.user_id)
    }
    if (kept) await updateKept(tx, merge, { kept, second, next })
    else await tx.run('update members set channel = ? where channel = ? and user_id = ?', into, from, second.user_id)
    await writeRole(tx, into, second, next)
  }
  await tx.run(
    `insert into subscriptions (channel, user_id, since) select m.channel, s.user_id, s.since
     from subscriptions s join members m on m.user_id = s.user_id
     where s.channel = ? and m.channel = ? and m.left_at is null and m.role <> 'guest' on conflict do nothing`,
    from,
    into,
  )
  await tx.run(
    `insert into private_members (channel, user_id, since)
     select cast(? as bigint), user_id, since from private_members where channel = ? on conflict do nothing`,
    into,
    from,
  )
  await tx.run(
    `insert into newcomers (channel, user_id, received_at, joined_at, reply, held_until)
     select cast(? as bigint), user_id, received_at, joined_at, reply, held_until from newcomers where channel = ?
     on conflict do nothing`,
    into,
    from,
  )
}

/** Members of a channel who are also in the other one. */
async function listMembers(tx: Sql, channelNo: number, alsoIn: number): Promise<Row[]> {
  return await tx.all<Row>(
    `select m.user_id, m.role, m.joined_at, m.left_at, m.platform_role, m.picture_sha256, m.admin_since
     from members o join members m on m.user_id = o.user_id where o.channel = ? and m.channel = ? order by m.user_id`,
    alsoIn,
    channelNo,
  )
}

function toMember({ role, joined_at: joinedAt, left_at: leftAt, platform_role: platformRole }: Row): MergedMember {
  return { role, joinedAt, leftAt, platformRole }
}

/** Once a channel had an owner, it is inherited by its admins and former owners, and no one else gets it in the new chat. */
async function getChannel(
  tx: Sql,
  channelNo: number,
): Promise<{ hasOwner: boolean; newMemberRole: 'member' | 'guest' }> {
  const row = await tx.get<{ had_owner: number; new_member_role: 'member' | 'guest' }>(
    `select c.had_owner, cs.new_member_role from channels c join channel_settings cs on cs.channel = c.channel
     where c.channel = ?`,
    channelNo,
  )
  return { hasOwner: row?.had_owner === 1, newMemberRole: row?.new_member_role ?? 'guest' }
}

/** Name and picture are the newer ones, and dates cover both. */
async function updateKept(
  tx: Sql,
  { from, into }: Merge,
  { kept, second, next }: { kept: Row; second: Row; next: MergedMember },
): Promise<void> {
  const latest = (column: string) =>
    `${column} = case when coalesce(s.${column}, 0) > coalesce(members.${column}, 0) then s.${column} else members.${column} end`
  const isNewer = 's.updated_at > members.updated_at and s.display_name <> s.user_id'
  const takesPicture = kept.picture_sha256 === null && second.picture_sha256 !== null
  const picture = takesPicture
    ? ', picture_url = s.picture_url, picture_sha256 = s.picture_sha256, picture_type = s.picture_type, profile_at = s.profile_at'
    : ''
  await tx.run(
    `update members set joined_at = ?, left_at = ?,
       display_name = case when ${isNewer} then s.display_name else members.display_name end,
       ${['updated_at', 'checked_at', 'seen_at', 'join_seen_at'].map(latest).join(', ')}${picture}
     from (select * from members where channel = ? and user_id = ?) s
     where members.channel = ? and members.user_id = s.user_id`,
    next.joinedAt,
    next.leftAt,
    from.channelNo,
    second.user_id,
    into.channelNo,
  )
  if (!takesPicture) await releaseFile(tx, second.picture_sha256)
  await tx.run('delete from members where channel = ? and user_id = ?', from.channelNo, second.user_id)
}

async function writeRole(tx: Sql, channelNo: number, second: Row, { role, platformRole }: MergedMember): Promise<void> {
  const leads = role === 'owner' || role === 'admin'
  await tx.run(
    `update members set role = ?, platform_role = ?, was_owner = case when ? = 1 then 1 else was_owner * ? end,
       admin_since = ${leads ? 'coalesce(admin_since, ?)' : 'null'}
     where channel = ? and user_id = ?`,
    role,
    platformRole,
    role === 'owner' ? 1 : 0,
    // Owning only the second channel doesn't make someone a former owner of this one.
    leads ? 1 : 0,
    ...(leads ? [second.admin_since] : []),
    channelNo,
    second.user_id,
  )
}
