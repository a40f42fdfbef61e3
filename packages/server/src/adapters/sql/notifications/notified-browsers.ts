import { mostNotifiedBrowsers } from '@innkeeper/contract'
import type { CommandOf } from '../../../ports/commands.ts'
import { accessKey } from '../members/authority.ts'
import { given, type Sql } from '../sql.ts'

/** A sign-in that still counts. */
export const isSignedIn = `k.kind = 'sign-in' and k.revoked_at is null and (k.expires_at is null or k.expires_at > ?)`

/**
 * Everything that happens in the person's channels from now on counts. A browser has one address, so it is taken from the person who was
 * signed in there before.
 */
export async function turnOnNotifications(tx: Sql, command: CommandOf<'turn-on-notifications'>): Promise<null> {
  const { by, at, keyId, userId, serverKey, target } = command
  await accessKey(tx, by, at)
  await tx.run('delete from notified_browsers where key_id = ? or endpoint = ?', keyId, target.endpoint)
  await tx.run(
    `insert into notified_browsers (key_id, endpoint, p256dh, auth, server_key, created_at, next_at, failures, findings_at)
     values (?, ?, ?, ?, ?, ?, 0, 0, ?)`,
    keyId,
    target.endpoint,
    target.p256dh,
    target.auth,
    serverKey,
    at,
    at,
  )
  await tx.run(
    `delete from notified_browsers where key_id in (
       select b.key_id from notified_browsers b join keys k on k.key_id = b.key_id
       where k.user_id = ? and b.key_id <> ? order by b.created_at desc, b.key_id limit ${given} offset ${given}
     )`,
    userId,
    keyId,
    mostNotifiedBrowsers,
    mostNotifiedBrowsers - 1,
  )
  await dropStrays(tx)
  await tx.run('delete from notified_changes where key_id = ?', keyId)
  await tx.run(
    `insert into notified_changes (key_id, channel, no)
     select ?, c.channel, c.last_change from members m join channels c on c.channel = m.channel
     where m.user_id = ? and m.left_at is null`,
    keyId,
    userId,
  )
  return null
}

export async function turnOffNotifications(tx: Sql, command: CommandOf<'turn-off-notifications'>): Promise<null> {
  const { by, at, keyId } = command
  await accessKey(tx, by, at)
  await tx.run('delete from notified_browsers where key_id = ?', keyId)
  await dropStrays(tx)
  return null
}

/** A browser that was signed out meanwhile, or turned its notifications off, is not stored again. */
export async function recordNotified(tx: Sql, { browsers }: CommandOf<'record-notified'>): Promise<null> {
  for (const { keyId, pace, findingsAt, changes } of browsers) {
    if (pace?.kind === 'drop') {
      await tx.run('delete from notified_browsers where key_id = ?', keyId)
      continue
    }
    const isThere = await tx.run(
      `update notified_browsers set next_at = coalesce(cast(? as bigint), next_at),
         failures = coalesce(cast(? as bigint), failures), findings_at = coalesce(cast(? as bigint), findings_at)
       where key_id = ?`,
      pace?.nextAt ?? null,
      pace?.failures ?? null,
      findingsAt ?? null,
      keyId,
    )
    if (isThere === 0) continue
    for (const { channelNo, no } of changes) await noteChanges(tx, keyId, channelNo, no)
  }
  await dropStrays(tx)
  return null
}

/** A channel that was deleted meanwhile leaves nothing. */
async function noteChanges(tx: Sql, keyId: string, channelNo: number, no: number): Promise<void> {
  await tx.run(
    `insert into notified_changes (key_id, channel, no)
     select ?, c.channel, cast(? as bigint) from channels c join members m on m.channel = c.channel
     join keys k on k.user_id = m.user_id and k.key_id = ? where c.channel = ? and m.left_at is null
     on conflict (key_id, channel) do update set no = excluded.no`,
    keyId,
    no,
    keyId,
    channelNo,
  )
}

/** Those of sign-ins that ended. They don't get anything any more, and leave no trace. */
export async function dropEndedBrowsers(tx: Sql, at: number): Promise<void> {
  await tx.run(
    `delete from notified_browsers where not exists (
       select 1 from keys k where k.key_id = notified_browsers.key_id and ${isSignedIn}
     )`,
    at,
  )
  await dropStrays(tx)
}

/** In a copy of the store: browsers of the original would get everything twice. */
export async function dropAllBrowsers(tx: Sql): Promise<void> {
  await tx.run('delete from notified_browsers')
  await tx.run('delete from notified_changes')
  await tx.run('delete from service_findings')
}

async function dropStrays(tx: Sql): Promise<void> {
  await tx.run('delete from notified_changes where key_id not in (select key_id from notified_browsers)')
}
