import type { BackupPolicy } from '@innkeeper/contract'
import { checkEveryMs } from '../../../domain/members/membership-check.ts'
import { canReadBackup } from '../../../domain/members/permission.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { audit } from '../channels/audit.ts'
import { planJob } from '../jobs/jobs.ts'
import { accessScene, actorOf } from '../members/authority.ts'
import type { Sql } from '../sql.ts'
import { notingBackup } from './happenings.ts'

export async function subscribe(tx: Sql, command: CommandOf<'subscribe'>): Promise<null> {
  const { channelNo, role } = await accessScene(tx, command)
  const settings = await tx.get<{ backup_policy: BackupPolicy }>(
    'select backup_policy from channel_settings where channel = ?',
    channelNo,
  )
  if (role === 'operator' || !settings || !canReadBackup(role, settings.backup_policy))
    throw new Refusal('permission-denied')
  const { userId } = actorOf(command.by)
  const subscribing = () => addSubscription(tx, channelNo, { userId, since: command.at })
  const added = await notingBackup(tx, { channelNo, at: command.at }, subscribing)
  if (!added) return null
  const { at, channelId } = command
  await audit(tx, channelNo, command.by, at, { action: 'backup.subscribed', target: userId })
  // From now on they are looked up every day; a person who left long ago shouldn't read until then.
  const isKnown = await tx.get(
    'select 1 from members where channel = ? and user_id = ? and checked_at > ?',
    channelNo,
    userId,
    at - checkEveryMs,
  )
  if (!isKnown) await planJob(tx, channelNo, { kind: 'check-members', channelId, userId }, at)
  return null
}

export async function unsubscribe(tx: Sql, command: CommandOf<'unsubscribe'>): Promise<null> {
  const { channelNo } = await accessScene(tx, command)
  const { userId } = actorOf(command.by)
  const { at } = command
  const ended = await notingBackup(tx, { channelNo, at }, () => endSubscription(tx, channelNo, userId))
  if (ended) await audit(tx, channelNo, command.by, command.at, { action: 'backup.unsubscribed', target: userId })
  return null
}

/** Returns whether it is new. */
export async function addSubscription(
  tx: Sql,
  channelNo: number,
  { userId, since }: { userId: string; since: number },
): Promise<boolean> {
  const add = 'insert into subscriptions (channel, user_id, since) values (?, ?, ?) on conflict do nothing'
  return (await tx.run(add, channelNo, userId, since)) > 0
}

/** Returns whether there was one. */
export async function endSubscription(tx: Sql, channelNo: number, userId: string): Promise<boolean> {
  return (await tx.run('delete from subscriptions where channel = ? and user_id = ?', channelNo, userId)) > 0
}
