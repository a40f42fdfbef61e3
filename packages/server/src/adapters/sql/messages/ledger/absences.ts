import type { GapReason } from '@innkeeper/contract'
import { condenseSpans, type NodeSpan } from '../../../../domain/messages/ledger/heartbeat.ts'
import type { CommandOf } from '../../../../ports/commands.ts'
import { forEachRow, rowList } from '../../row-list.ts'
import type { Sql } from '../../sql.ts'

/** A node is running. It counts as running from `beganAt` to `seenAt`. */
export async function noteAlive(tx: Sql, { node, span }: CommandOf<'note-alive'>): Promise<null> {
  await tx.run(
    `insert into service_spans (node, began_at, seen_at) values (?, ?, ?)
     on conflict (node, began_at) do update set seen_at = excluded.seen_at where service_spans.seen_at < excluded.seen_at`,
    node,
    span.beganAt,
    span.seenAt,
  )
  // A service that crashes again and again would leave a row each time. What ran for less than two beats changes little.
  if (span.beganAt === span.seenAt) {
    await tx.run(
      `delete from service_spans where seen_at < ? and seen_at - began_at < ?
         and began_at > (select min(began_at) from service_spans)`,
      span.beganAt - crashLoopMs,
      shortMs,
    )
    await condense(tx, span.beganAt)
  }
  return null
}

/** Nodes that are replaced one after the other leave spans that overlap. */
async function condense(tx: Sql, at: number): Promise<void> {
  const spans = await tx.all<NodeSpan>('select node, began_at as "beganAt", seen_at as "seenAt" from service_spans')
  const { deleted, prolonged } = condenseSpans(spans, at - crashLoopMs)
  for (const { node, beganAt } of deleted)
    await tx.run('delete from service_spans where node = ? and began_at = ?', node, beganAt)
  for (const { node, beganAt, seenAt } of prolonged)
    await tx.run('update service_spans set seen_at = ? where node = ? and began_at = ?', seenAt, node, beganAt)
}

const crashLoopMs = 60 * 60_000
const shortMs = 20_000

type Absence = { platform: string; reason: GapReason; from: number }

/** The platform can't deliver. Nothing changes if that is known. */
export async function openAbsence(tx: Sql, { platform, reason, from }: Absence, detail: string): Promise<void> {
  const isOpen = await tx.get(
    'select 1 from absences where platform = ? and reason = ? and ended_at is null',
    platform,
    reason,
  )
  if (isOpen) return
  await tx.run(
    `insert into absences (platform, reason, began_at, ended_at, deliveries, detail) values (?, ?, ?, null, 0, ?)
     on conflict (platform, reason, began_at) do update set ended_at = null, detail = excluded.detail`,
    platform,
    reason,
    from,
    detail,
  )
}

/** What is still open ends. A clock that went back can't end something before it began. */
export async function closeAbsences(tx: Sql, platform: string, reasons: GapReason[], at: number): Promise<void> {
  for (const reason of reasons) {
    await tx.run(
      `update absences set ended_at = case when began_at > ? then began_at else ? end
       where platform = ? and reason = ? and ended_at is null`,
      at,
      at,
      platform,
      reason,
    )
  }
}

/** Deliveries that failed within a span. One that touches the last one prolongs it. */
export async function addAbsence(
  tx: Sql,
  { platform, reason, from, to, deliveries, detail }: Absence & { to: number; deliveries: number; detail: string },
): Promise<void> {
  const prolonged = await tx.run(
    `update absences set ended_at = case when ended_at < ? then ? else ended_at end, deliveries = deliveries + ?
     where platform = ? and reason = ? and began_at <= ? and ended_at >= ?`,
    to,
    to,
    deliveries,
    platform,
    reason,
    from,
    from,
  )
  if (prolonged > 0) return
  await tx.run(
    `insert into absences (platform, reason, began_at, ended_at, deliveries, detail) values (?, ?, ?, ?, ?, ?)
     on conflict (platform, reason, began_at) do nothing`,
    platform,
    reason,
    from,
    to,
    deliveries,
    detail,
  )
}

/** This copy doesn't have what happened since the snapshot it was made from. That concerns all platforms. */
export async function noteRestore(tx: Sql, { from, at }: { from: number; at: number }): Promise<void> {
  const to = Math.max(from, at)
  await addAbsence(tx, { platform: '', reason: 'restored', from, to, deliveries: 0, detail: '' })
}

/** What the platform lists itself. Reading the same list twice changes nothing. Returns how many rows were new. */
export async function noteReported(tx: Sql, { platform, rows }: CommandOf<'note-reported'>): Promise<number> {
  const list = rowList(rows.map(({ from, to, deliveries, detail }) => [from, to, deliveries, detail]))
  return await tx.run(insertReported[tx.engine], platform, list)
}

const insertReported = forEachRow(
  (rows) => `insert into absences (platform, reason, began_at, ended_at, deliveries, detail)
     select cast(? as text), 'reported', cast(l.value ->> 0 as bigint), cast(l.value ->> 1 as bigint),
       cast(l.value ->> 2 as bigint), l.value ->> 3
     from ${rows} where true on conflict (platform, reason, began_at) do nothing`,
)
