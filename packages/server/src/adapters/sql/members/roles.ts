import type { Role } from '@innkeeper/contract'
import type { PlatformRole } from '../../../domain/members/platform-role.ts'
import {
  type ApprovalDecision,
  decideApproval,
  decideHandOver,
  decideRoleChange,
} from '../../../domain/members/role-change.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { audit } from '../channels/audit.ts'
import { noteChange } from '../channels/changes.ts'
import { addHappenings, notingBackup } from '../messages/happenings.ts'
import { endSubscription } from '../messages/subscription.ts'
import type { Sql } from '../sql.ts'
import type { Writing } from '../writing.ts'
import { accessScene } from './authority.ts'

export async function changeRole(tx: Sql, command: CommandOf<'change-role'>): Promise<null> {
  const scene = await accessScene(tx, command)
  const target = await findRole(tx, scene.channelNo, command.userId)
  const decision = decideRoleChange(scene.role === 'operator' ? 'owner' : scene.role, target, command.role)
  if (decision.kind === 'refuse') throw new Refusal(decision.code)
  if (decision.kind === 'unchanged') return null
  await setRole(tx, scene.channelNo, command.userId, command.role, command.at)
  if (command.role === 'guest') {
    const { channelNo } = scene
    await notingBackup(tx, { channelNo, at: command.at }, () => endSubscription(tx, channelNo, command.userId))
  }
  await audit(tx, scene.channelNo, command.by, command.at, {
    action: 'role.changed',
    target: command.userId,
    detail: { from: target, to: command.role },
  })
  await noteChange(tx, scene.channelNo, command.at, { kind: 'member' })
  return null
}

/** Each is decided and recorded by itself; those who can't be approved don't keep the others waiting. */
export async function approveGuests(
  tx: Sql,
  command: CommandOf<'approve-guests'>,
): Promise<{ userId: string; result: ApprovalDecision }[]> {
  const { channelNo } = await accessScene(tx, command)
  const { by, at } = command
  const results: { userId: string; result: ApprovalDecision }[] = []
  for (const userId of command.userIds) {
    const result = decideApproval(await findRole(tx, channelNo, userId))
    results.push({ userId, result })
    if (result !== 'approved') continue
    await setRole(tx, channelNo, userId, 'member', at)
    const detail = { from: 'guest', to: 'member' }
    await audit(tx, channelNo, by, at, { action: 'role.changed', target: userId, detail })
  }
  if (results.some(({ result }) => result === 'approved')) await noteChange(tx, channelNo, at, { kind: 'member' })
  return results
}

/** Also how an operator sets the owner of a channel without one. */
export async function handOverOwner(tx: Sql, command: CommandOf<'hand-over-owner'>, { claim }: Writing): Promise<null> {
  const scene = await accessScene(tx, command)
  const owner = await tx.get<{ user_id: string; platform_role: PlatformRole | null }>(
    "select user_id, platform_role from members where channel = ? and role = 'owner'",
    scene.channelNo,
  )
  if (claim === 'platform' && owner?.platform_role === 'owner') {
    throw new Refusal('owner-on-platform', command.platformName ?? 'the app of the group')
  }
  const target = await findRole(tx, scene.channelNo, command.userId)
  const decision = decideHandOver(owner?.user_id ?? '', command.userId, target)
  if (decision.kind === 'refuse') throw new Refusal(decision.code)
  if (decision.kind === 'unchanged') return null
  if (owner) await setRole(tx, scene.channelNo, owner.user_id, 'admin', command.at)
  await setRole(tx, scene.channelNo, command.userId, 'owner', command.at)
  await tx.run('update channels set had_owner = 1 where channel = ?', scene.channelNo)
  await audit(tx, scene.channelNo, command.by, command.at, {
    action: 'owner.changed',
    target: command.userId,
    detail: { from: owner?.user_id ?? null },
  })
  const { at, userId } = command
  await addHappenings(tx, scene.channelNo, at, [{ at, what: 'owner-changed', userId }])
  return null
}

/** Of a current member. */
export async function findRole(tx: Sql, channelNo: number, userId: string): Promise<Role | undefined> {
  const row = await tx.get<{ role: Role }>(
    'select role from members where channel = ? and user_id = ? and left_at is null',
    channelNo,
    userId,
  )
  return row?.role
}

/** Someone who is demoted below admin does not get the group back as its former owner. */
export async function setRole(tx: Sql, channelNo: number, userId: string, role: Role, at: number): Promise<void> {
  const leads = role === 'owner' || role === 'admin'
  await tx.run(
    `update members set role = ?, updated_at = ?, was_owner = case when ? = 1 then 1 else was_owner * ? end,
       admin_since = ${leads ? 'coalesce(admin_since, ?)' : 'null'}
     where channel = ? and user_id = ?`,
    role,
    at,
    role === 'owner' ? 1 : 0,
    leads ? 1 : 0,
    ...(leads ? [at] : []),
    channelNo,
    userId,
  )
}
