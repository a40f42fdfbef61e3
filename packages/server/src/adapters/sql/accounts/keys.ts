import { mostActiveKeys } from '@innkeeper/contract'
import { allowsChannel, type ChannelLimit, covers, limitTo } from '../../../domain/accounts/channel-limit.ts'
import { invalid, Refusal } from '../../../domain/refusal.ts'
import { subjectOfKey } from '../../../domain/storage/erasure.ts'
import type { Authority } from '../../../ports/commands/authority.ts'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import { accessKey, unknownChannel } from '../members/authority.ts'
import { given, type Sql } from '../sql.ts'
import { noteInLedger } from '../storage/ledger.ts'
import { listLimitedTo } from './channel-limits.ts'

/** Per person. Enough to show recently revoked keys in the list. */
const mostEndedKeys = 100
/** Deleted immediately; older ones are deleted over time. */
const endedAtOnce = 1_000

/** A key created with another key ends no later than it, and reaches no further. Callers have a limit on the number of keys; the operator doesn't. */
export async function createKey(tx: Sql, command: CommandOf<'create-key'>): Promise<ResultOf<'create-key'>> {
  const { by, at, key } = command
  const ownLimit = await accessKey(tx, by, at)
  await deleteLongEnded(tx, key.userId, at)
  if (by.kind === 'caller') await refuseOneTooMany(tx, key.userId, at)
  const parent = key.parentId
    ? await tx.get<{ expires_at: number | null }>('select expires_at from keys where key_id = ?', key.parentId)
    : undefined
  const expiresAt = earliest(key.expiresAt, parent?.expires_at ?? null)
  const limit = key.channelIds == null ? ownLimit : await findLimit(tx, by, { ...key, ownLimit }, key.channelIds)
  await tx.run(
    `insert into keys (key_id, hash, user_id, name, scope, is_operator, created_at, expires_at, parent_id,
       channels)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    key.id,
    key.hash,
    key.userId,
    key.name,
    key.scope,
    // Whatever a caller asks for: operator rights given to one key don't spread.
    by.kind === 'operator' && key.isOperator ? 1 : 0,
    at,
    expiresAt,
    key.parentId,
    limit,
  )
  return { expiresAt, channelIds: limit === null ? null : await listLimitedTo(tx, limit) }
}

/** A caller can only choose channels that they are in, and that their own key reaches. */
async function findLimit(
  tx: Sql,
  by: Authority,
  { userId, ownLimit }: { userId: string; ownLimit: ChannelLimit },
  channelIds: readonly string[],
): Promise<string> {
  const channelNos: number[] = []
  for (const channelId of channelIds) {
    const row = await tx.get<{ channelNo: number; isMember: number }>(
      `select c.channel as "channelNo", (select count(*) from members m
         where m.channel = c.channel and m.user_id = ? and m.left_at is null) as "isMember"
       from channels c where c.channel_id = ?`,
      userId,
      channelId,
    )
    if (by.kind === 'operator') {
      if (!row) throw unknownChannel(channelId)
    } else if (!row?.isMember || !allowsChannel(ownLimit, row.channelNo)) throw new Refusal('permission-denied')
    channelNos.push(row.channelNo)
  }
  return limitTo(channelNos)
}

/** Ends a key and all keys and sign-ins made with it, directly or indirectly. A caller can only end their own, as far as their key reaches. */
export async function revokeKey(tx: Sql, command: CommandOf<'revoke-key'>): Promise<null> {
  const { by, at, keyId } = command
  const ownLimit = await accessKey(tx, by, at)
  const key = await tx.get<{ user_id: string; channels: string | null }>(
    `select user_id, channels from keys where key_id = ? and kind = 'key' and revoked_at is null
       and (expires_at is null or expires_at > ?)`,
    keyId,
    at,
  )
  const isTheirs = by.kind === 'operator' || key?.user_id === by.userId
  if (!key || !isTheirs || !covers(ownLimit, key.channels)) throw new Refusal('key-not-found')
  for (const id of await revokeFamily(tx, keyId, at)) {
    await noteInLedger(tx, { kind: 'key', subject: subjectOfKey(id), at })
  }
  return null
}

/** Returns the keys that this ended. Sign-ins are not included: after a restore no one is signed in. */
export async function revokeFamily(tx: Sql, keyId: string, at: number): Promise<string[]> {
  const revoked = await tx.returning<{ keyId: string; kind: string }>(
    `with recursive family (key_id) as (
       select key_id from keys where key_id = ?
       union select k.key_id from keys k join family f on k.parent_id = f.key_id
     )
     update keys set revoked_at = ? where key_id in (select key_id from family) and revoked_at is null
     returning key_id as "keyId", kind`,
    keyId,
    at,
  )
  return revoked.filter(({ kind }) => kind === 'key').map((key) => key.keyId)
}

async function refuseOneTooMany(tx: Sql, userId: string, at: number): Promise<void> {
  const { active = 0 } =
    (await tx.get<{ active: number }>(
      `select count(*) as active from keys where user_id = ? and kind = 'key' and revoked_at is null
         and (expires_at is null or expires_at > ?)`,
      userId,
      at,
    )) ?? {}
  if (active < mostActiveKeys) return
  throw invalid(
    `You have ${active} active keys, and one person can have at most ${mostActiveKeys}. Revoke a key you no longer use, then make a new one`,
  )
}

/**
 * Without this, creating and revoking keys over and over would fill the store. A key that created another one stays as long as
 * that does; it has ended too, and is deleted next time. The person's first key stays, because it shows since when they are
 * known.
 */
async function deleteLongEnded(tx: Sql, userId: string, at: number): Promise<void> {
  await tx.run(
    `delete from keys where key_id in (
       select k.key_id from keys k
       where k.user_id = ? and k.kind = 'key' and (k.revoked_at is not null or k.expires_at <= ?)
         and not exists (select 1 from keys made where made.parent_id = k.key_id)
         and k.key_id <> (select f.key_id from keys f where f.user_id = ? and f.kind = 'key' order by f.created_at, f.key_id limit 1)
       order by coalesce(k.revoked_at, k.expires_at) desc, k.key_id limit ${given} offset ${given}
     )`,
    userId,
    at,
    userId,
    endedAtOnce,
    mostEndedKeys,
  )
}

export async function recordRequests(tx: Sql, command: CommandOf<'record-requests'>): Promise<null> {
  for (const { keyId, userId, day, count, lastUsedAt } of command.requests) {
    // Counts are a few seconds old: a person who was erased meanwhile has no key and must not be stored again.
    if (!(await tx.get('select 1 from keys where key_id = ?', keyId))) continue
    await tx.run(
      `insert into request_days (user_id, day, requests) values (?, ?, ?)
       on conflict (user_id, day) do update set requests = request_days.requests + excluded.requests`,
      userId,
      day,
      count,
    )
    await tx.run(
      'update keys set last_used_at = ? where key_id = ? and (last_used_at is null or last_used_at < ?)',
      lastUsedAt,
      keyId,
      lastUsedAt,
    )
  }
  return null
}

function earliest(a: number | null, b: number | null): number | null {
  if (a === null) return b
  return b === null ? a : Math.min(a, b)
}
