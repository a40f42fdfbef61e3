import type { ChannelType } from '@innkeeper/contract'
import { decideSeen } from '../../../domain/members/membership.ts'
import { decideProfileChanges, type NewHappening } from '../../../domain/messages/happening.ts'
import type { PictureRef } from '../../../ports/commands/channels.ts'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import { nameInSends } from '../assistant/sending/sends.ts'
import { noteChange } from '../channels/changes.ts'
import { planJobs } from '../jobs/jobs.ts'
import { releaseFile } from '../media/released-files.ts'
import { addHappenings } from '../messages/happenings.ts'
import { forEachRow, rowList } from '../row-list.ts'
import type { Sql } from '../sql.ts'
import { listErased } from '../storage/past-erasures.ts'
import { nameMessages } from './name-messages.ts'

/** What the platform reports about a chat; what is absent stays as it is. */
export async function recordChannel(tx: Sql, command: CommandOf<'record-channel'>): Promise<null> {
  const { at, channelId, name, picture, memberCount } = command
  const shown = 'select channel, type, name, member_count, picture_sha256 from channels where channel_id = ?'
  const before = await tx.get<ShownChannel>(shown, channelId)
  await tx.run(
    `update channels set profile_at = ?, name = coalesce(?, name), member_count = coalesce(?, member_count)
     where channel_id = ?`,
    at,
    nameOrNull(name),
    memberCount ?? null,
    channelId,
  )
  if (picture !== undefined) {
    await tx.run(
      'update channels set picture_url = ?, picture_sha256 = ?, picture_type = ? where channel_id = ?',
      ...columns(picture),
      channelId,
    )
  }
  if (picture !== undefined) await releaseReplaced(tx, before, picture)
  const now = await tx.get<ShownChannel>(shown, channelId)
  if (now && JSON.stringify(now) !== JSON.stringify(before)) {
    const happenings = before ? describeGroup(channelId, before, now, at) : []
    if (happenings.length > 0) await addHappenings(tx, now.channel, at, happenings)
    else await noteChange(tx, now.channel, at, { kind: 'settings' })
  }
  return null
}

type ShownChannel = PictureRow & { channel: number; type: ChannelType; name: string; member_count: number | null }

/** A room is named after its members, and a private chat after its person. */
function describeGroup(id: string, before: ShownChannel, now: ShownChannel, at: number): NewHappening[] {
  if (now.type !== 'group') return []
  const { renamed, hasNewPicture } = decideProfileChanges(
    { id, name: before.name, picture: before.picture_sha256 },
    { name: now.name, picture: now.picture_sha256 },
  )
  return [
    ...(renamed ? [{ at, what: 'group-renamed', ...renamed } as const] : []),
    ...(hasNewPicture ? [{ at, what: 'group-picture-changed' } as const] : []),
  ]
}

/** Brings no one back, and doesn't change messages that show the name their sender had. */
export async function recordMember(tx: Sql, command: CommandOf<'record-member'>): Promise<ResultOf<'record-member'>> {
  const { at, channelId, userId, picture } = command
  const name = nameOrNull(command.name)
  const before = await tx.get<ShownMember>(
    `select m.channel, m.display_name, m.joined_at, m.picture_sha256, p.since as private_since
     from members m left join private_members p on p.channel = m.channel and p.user_id = m.user_id
     where m.channel = (select channel from channels where channel_id = ?) and m.user_id = ?`,
    channelId,
    userId,
  )
  const named =
    before?.display_name === userId && name !== null ? { userId, name, joinedAt: before.joined_at, at } : null
  if (before && named) {
    const next = await nameMessages(tx, before.channel, named, command.after)
    if (next) return { next }
    await nameInSends(tx, before.channel, named)
  }
  await tx.run(
    `update members set profile_at = ?, picture_url = ?, picture_sha256 = ?, picture_type = ?,
       display_name = coalesce(?, display_name),
       updated_at = case when coalesce(?, display_name) = display_name then updated_at else ? end
     where channel = (select channel from channels where channel_id = ?) and user_id = ?`,
    at,
    ...columns(picture),
    name,
    name,
    at,
    channelId,
    userId,
  )
  await releaseReplaced(tx, before, picture)
  const isNew = (name ?? before?.display_name) !== before?.display_name || isReplaced(before, picture)
  if (before && isNew) {
    const happenings = describeMember(userId, before, { name: name ?? before.display_name, picture }, at)
    if (happenings.length > 0) await addHappenings(tx, before.channel, at, happenings)
    else await noteChange(tx, before.channel, at, { kind: 'member' })
  }
  return { next: null }
}

type ShownMember = PictureRow & {
  channel: number
  display_name: string
  joined_at: number
  private_since: number | null
}

/** Nothing is noted about people who stay out of the backup. */
function describeMember(
  userId: string,
  before: ShownMember,
  { name, picture }: { name: string; picture: PictureRef },
  at: number,
): NewHappening[] {
  if (before.private_since !== null) return []
  const { renamed, hasNewPicture } = decideProfileChanges(
    { id: userId, name: before.display_name, picture: before.picture_sha256 },
    { name, picture: picture?.sha256 ?? null },
  )
  return [
    ...(renamed ? [{ at, what: 'renamed', userId, ...renamed } as const] : []),
    ...(hasNewPicture ? [{ at, what: 'picture-changed', userId } as const] : []),
  ]
}

/** The list may be older than a leave event, so it only adds people who were never seen. */
export async function recordRoster(tx: Sql, command: CommandOf<'record-roster'>): Promise<null> {
  const { at, channelId, userIds } = command
  const channel = await tx.get<{ channel: number; new_member_role: 'member' | 'guest' }>(
    `select c.channel, cs.new_member_role from channels c join channel_settings cs on cs.channel = c.channel
     where c.channel_id = ?`,
    channelId,
  )
  if (!channel) return null
  // They may still be in the chat, but are added again only when they post something.
  const erased = await listErased(tx, channelId, userIds, 0)
  const rows = userIds
    .filter((userId) => !erased.has(userId))
    .flatMap((userId) => {
      const seen = decideSeen(undefined, { userId, at }, channel.new_member_role)
      return seen ? [[userId, seen.displayName, seen.role]] : []
    })
  const added = await tx.returning<{ userId: string }>(addMembers[tx.engine], channel.channel, at, at, rowList(rows))
  if (added.length === 0) return null
  await planJobs(
    tx,
    channel.channel,
    added.map(({ userId }) => ({ kind: 'refresh-member', channelId, userId })),
    at,
  )
  await noteChange(tx, channel.channel, at, { kind: 'member' })
  return null
}

/** Returns the people it added. Known people stay as they are, even if they left. */
const addMembers = forEachRow(
  (rows) => `insert into members (channel, user_id, display_name, role, joined_at, updated_at)
     select ?, l.value ->> 0, l.value ->> 1, l.value ->> 2, ?, ? from ${rows} where true
     on conflict do nothing returning user_id as "userId"`,
)

type PictureRow = { picture_sha256: string | null }

async function releaseReplaced(tx: Sql, before: PictureRow | undefined, picture: PictureRef): Promise<void> {
  if (isReplaced(before, picture)) await releaseFile(tx, before?.picture_sha256)
}

function isReplaced(before: PictureRow | undefined, picture: PictureRef): boolean {
  return (before?.picture_sha256 ?? null) !== (picture?.sha256 ?? null)
}

function nameOrNull(name: string | undefined): string | null {
  return name?.trim() ? name : null
}

function columns(picture: PictureRef): [string | null, string | null, string | null] {
  return picture ? [picture.id, picture.sha256, picture.contentType] : [null, null, null]
}
