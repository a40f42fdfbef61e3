import type { Role } from '@innkeeper/contract'
import {
  decidePlatformRoles,
  type PlatformRole,
  type RankedMember,
  type ReportedAdmins,
  type RoleUpdate,
} from '../../../domain/members/platform-role.ts'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import { audit } from '../channels/audit.ts'
import { noteChange } from '../channels/changes.ts'
import { noteOwner } from '../channels/claims.ts'
import { setSight } from '../channels/sight.ts'
import { planJob, planJobs } from '../jobs/jobs.ts'
import { addHappenings, notingBackup } from '../messages/happenings.ts'
import { forEachRow, rowList } from '../row-list.ts'
import { given, lockChannel, type Sql } from '../sql.ts'
import { listErased } from '../storage/past-erasures.ts'
import type { Writing } from '../writing.ts'
import { setRole } from './roles.ts'

/** Each channel a second after the one before: there may be thousands, and platforms limit calls. */
const spreadMs = 1_000

/** Examines the next `limit` channels of a platform. A channel whose owner waits to be looked up keeps its earlier time. */
export async function planAdmins(
  tx: Sql,
  { at, platform, checksSight, after, limit }: CommandOf<'plan-admins'>,
  { claim }: Writing,
): Promise<ResultOf<'plan-admins'>> {
  if (claim !== 'platform' && !checksSight) return { after: null }
  const channels = await tx.all<{ channelNo: number; channelId: string }>(
    `select channel as "channelNo", channel_id as "channelId" from channels
     where channel > ? and platform = ? and type <> 'user' and bot_present = 1 order by channel limit ${given}`,
    after,
    platform,
    limit,
  )
  for (const [index, { channelNo, channelId }] of channels.entries()) {
    await lockChannel(tx, channelNo)
    await planJob(tx, channelNo, { kind: 'refresh-admins', channelId }, at, at + index * spreadMs)
  }
  return { after: channels[limit - 1]?.channelNo ?? null }
}

/** The platform's owner and admins become those of the channel, where owners come from the platform. */
export async function recordAdmins(tx: Sql, command: CommandOf<'record-admins'>, { claim }: Writing): Promise<null> {
  const { at, channelId } = command
  const row = await tx.get<{ channel: number }>('select channel from channels where channel_id = ?', channelId)
  if (!row) return null
  const channelNo = row.channel
  const { seesAllMessages } = command
  if (seesAllMessages !== undefined && (await setSight(tx, channelNo, seesAllMessages))) {
    await noteChange(tx, channelNo, at, { kind: 'settings' })
  }
  if (claim !== 'platform') return null
  const reported = [...(command.owner ? [command.owner] : []), ...command.admins].map(({ userId }) => userId)
  const members = await listRanked(tx, channelNo, reported)
  const known = new Set(members.map(({ userId }) => userId))
  // They may still be in the chat, but are added again only when they post something.
  const erased = await listErased(
    tx,
    channelId,
    [...new Set(reported)].filter((userId) => !known.has(userId)),
    0,
  )
  const updates = decidePlatformRoles(members, withoutErased(command, erased))
  if (updates.length === 0) return null
  await notingBackup(tx, { channelNo, at }, async () => {
    for (const update of updates) await applyUpdate(tx, channelNo, update, at)
  })
  const added = updates.filter(({ before }) => before === undefined)
  const lookups = added.map(({ userId }) => ({ kind: 'refresh-member', channelId, userId }) as const)
  await planJobs(tx, channelNo, lookups, at)
  await tell(tx, channelNo, updates, at)
  return null
}

/** The owner, the admins, and whoever was or is reported as one. No one else's role can change. */
async function listRanked(tx: Sql, channelNo: number, reported: string[]): Promise<RankedMember[]> {
  const rows = await tx.all<{ userId: string; role: Role; platformRole: PlatformRole | null; isHere: number }>(
    listRankedText[tx.engine],
    channelNo,
    rowList(reported.map((userId) => [userId])),
  )
  return rows.map((row) => ({ ...row, isHere: row.isHere === 1 }))
}

const listRankedText = forEachRow(
  (rows) => `select user_id as "userId", role, platform_role as "platformRole",
       case when left_at is null then 1 else 0 end as "isHere"
     from members where channel = ? and (role in ('owner', 'admin') or platform_role in ('owner', 'admin')
       or user_id in (select l.value ->> 0 from ${rows}))
     order by user_id`,
)

function withoutErased({ owner, admins }: ReportedAdmins, erased: ReadonlySet<string>): ReportedAdmins {
  return {
    owner: owner && erased.has(owner.userId) ? undefined : owner,
    admins: admins.filter(({ userId }) => !erased.has(userId)),
  }
}

async function applyUpdate(tx: Sql, channelNo: number, update: RoleUpdate, at: number): Promise<void> {
  const { userId, displayName, before, role, platformRole } = update
  if (before === undefined) {
    await tx.run(
      `insert into members (channel, user_id, display_name, role, joined_at, updated_at) values (?, ?, ?, 'member', ?, ?)`,
      channelNo,
      userId,
      displayName ?? userId,
      at,
      at,
    )
  }
  if (role !== before) await setRole(tx, channelNo, userId, role, at)
  await tx.run(
    'update members set platform_role = ? where channel = ? and user_id = ?',
    platformRole,
    channelNo,
    userId,
  )
  if (role === before) return
  if (role === 'owner') await noteOwner(tx, channelNo, at)
  const as = 'platform'
  const entry =
    role === 'owner'
      ? { action: 'owner.changed', target: userId, detail: { as } }
      : { action: 'role.changed', target: userId, detail: { from: before ?? 'member', to: role, as } }
  await audit(tx, channelNo, { kind: 'system' }, at, entry)
}

async function tell(tx: Sql, channelNo: number, updates: readonly RoleUpdate[], at: number): Promise<void> {
  const changed = updates.filter(({ before, role }) => before !== role)
  const owner = changed.find(({ role }) => role === 'owner')
  if (owner) await addHappenings(tx, channelNo, at, [{ at, what: 'owner-changed', userId: owner.userId }])
  if (changed.length > (owner ? 1 : 0)) await noteChange(tx, channelNo, at, { kind: 'member' })
}
