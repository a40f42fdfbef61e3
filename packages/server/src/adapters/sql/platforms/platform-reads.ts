import type { Arrival } from '../../../ports/operator-store.ts'
import type { ConnectionRecord, ReachRecord } from '../../../ports/records.ts'
import type { Store } from '../../../ports/store.ts'
import { countHidden } from '../channels/sight.ts'
import { given, type Reader } from '../sql.ts'

export async function findAccountId(sql: Reader, platform: string): Promise<string | undefined> {
  const row = await sql.get<{ account_id: string }>('select account_id from accounts where platform = ?', platform)
  return row?.account_id
}

export async function listConnections(sql: Reader): Promise<ConnectionRecord[]> {
  type Row = ConnectionRecord['seen'] &
    ReachRecord & {
      platform: string
      id: string | null
      name: string | null
      missedSince: number | null
      missedUntil: number | null
      missedReason: string | null
      hidden: number
    }
  const rows = await sql.all<Row>(
    `select p.platform, a.account_id as id, a.name, c.webhook_at as "webhookAt", c.event_at as "eventAt",
       c.redelivered_at as "redeliveredAt", c.signature_failed_at as "signatureFailedAt", coalesce(c.refused, 0) as refused,
       c.asked_at as "askedAt", c.unreachable_since as "unreachableSince", c.unreachable_reason as reason,
       c.polled_at as "polledAt", c.behind, c.conflict_at as "conflictAt", c.missed_since as "missedSince",
       c.missed_until as "missedUntil", c.missed_reason as "missedReason", ${countHidden('p.platform')} as hidden
     from (select platform from accounts union select platform from connections) as p
     left join accounts a on a.platform = p.platform left join connections c on c.platform = p.platform
     order by p.platform`,
  )
  return rows.map(
    ({
      platform,
      id,
      name,
      askedAt,
      unreachableSince,
      reason,
      missedSince,
      missedUntil,
      missedReason,
      hidden,
      ...seen
    }) => ({
      platform,
      account: id === null ? null : { id, name },
      seen,
      reach: { askedAt, unreachableSince, reason },
      missed: missedUntil === null ? null : { since: missedSince, until: missedUntil, reason: missedReason ?? '' },
      chatsWithHiddenMessages: hidden,
    }),
  )
}

export function listUnreadEvents(sql: Reader, limit: number): ReturnType<Store['listUnreadEvents']> {
  return sql.all(`select at, platform, reason, raw from unread_events order by unread_id desc limit ${given}`, limit)
}

export async function listArrivals(
  sql: Reader,
  { platform, limit }: { platform?: string; limit: number },
): Promise<Arrival[]> {
  const rows = await sql.all<Omit<Arrival, 'hasOwner'> & { owners: number }>(
    `select c.platform, c.type, c.bot_changed_at as "arrivedAt",
       (select count(*) from members m where m.channel = c.channel and m.role = 'owner') as owners
     from channels c where c.bot_present = 1 ${platform === undefined ? '' : 'and c.platform = ?'}
     order by c.bot_changed_at desc, c.channel desc limit ${given}`,
    ...(platform === undefined ? [] : [platform]),
    limit,
  )
  return rows.map(({ owners, ...one }) => ({ ...one, hasOwner: owners > 0 }))
}
