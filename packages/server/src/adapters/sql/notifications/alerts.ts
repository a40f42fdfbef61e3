import type { AlertWay } from '@innkeeper/contract'
import type { Alert, Telling } from '../../../domain/notifications/alerts/alert.ts'
import type { AlertWayRecord } from '../../../ports/alerts.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { Reader, Sql } from '../sql.ts'
import { addServiceEvent } from '../webhooks/service-events.ts'

/** Nodes look at different moments, and some see only their own disk. */
const calmMs = 5 * 60_000
/** What comes back within this time is over only after it was gone for as long, so that it isn't told again and again. */
const restlessMs = 6 * 3_600_000
const keptMs = 7 * 86_400_000

/** Every node notes what it finds. A problem is over when none has found it for a while. */
export async function noteAlerts(tx: Sql, { at, findings, canEnd }: CommandOf<'note-alerts'>): Promise<null> {
  // First, so that nothing ends that is still there after the service was stopped for a while.
  const known = new Map((await listAlerts(tx)).map((one) => [one.name, one]))
  for (const { name, finding } of findings) {
    await tx.run(
      `insert into alerts (finding, detail, began_at, seen_at, over_at, begins) values (?, ?, ?, ?, null, 1)
       on conflict (finding) do update set detail = excluded.detail, seen_at = excluded.seen_at, over_at = null,
         began_at = case when alerts.over_at is null then alerts.began_at else excluded.began_at end,
         begins = case when alerts.over_at is null then alerts.begins
           when alerts.over_at < excluded.began_at - ${restlessMs} then 1 else alerts.begins + 1 end`,
      name,
      JSON.stringify(finding),
      at,
      at,
    )
    const before = known.get(name)
    if (before && before.overAt === null) continue
    await addServiceEvent(tx, 'finding.began', { at, subject: { finding, beganAt: at, overAt: null } })
  }
  if (!canEnd) return null
  const ended = await tx.returning<{ detail: string; beganAt: number; overAt: number }>(
    `update alerts set over_at = seen_at
     where over_at is null and seen_at < case when begins > 1 then cast(? as bigint) else cast(? as bigint) end
     returning detail, began_at as "beganAt", over_at as "overAt"`,
    at - restlessMs,
    at - calmMs,
  )
  for (const { detail, ...times } of ended)
    await addServiceEvent(tx, 'finding.ended', { at, subject: { finding: JSON.parse(detail), ...times } })
  await tx.run('delete from alerts where over_at < ?', at - keptMs)
  await tx.run('delete from alert_tellings where finding not in (select finding from alerts)')
  return null
}

/** Where alerts go, from now on. Those that went elsewhere don't count. */
export async function aimAlerts(tx: Sql, { at, way, targetHash }: CommandOf<'aim-alerts'>): Promise<null> {
  const stored = await tx.get<{ hash: string }>('select target_hash as hash from alert_ways where way = ?', way)
  if (stored?.hash !== targetHash) await tx.run('delete from alert_tellings where way = ?', way)
  if (targetHash === null) {
    await tx.run('delete from alert_ways where way = ?', way)
    return null
  }
  await tx.run(
    `insert into alert_ways (way, target_hash, next_at, failures, failing_since, reason, sent_at)
     values (?, ?, ?, 0, null, '', null)
     on conflict (way) do update set next_at = excluded.next_at, target_hash = excluded.target_hash,
       sent_at = case when alert_ways.target_hash = excluded.target_hash then alert_ways.sent_at end`,
    way,
    targetHash,
    at,
  )
  return null
}

/** A way that leads elsewhere by now is left as it is. */
export async function recordAlerts(tx: Sql, command: CommandOf<'record-alerts'>): Promise<null> {
  const { at, way, targetHash, pace, reason, told } = command
  const changed = await tx.run(
    `update alert_ways set next_at = ?, failures = ?, reason = ?,
       failing_since = case when cast(? as bigint) = 0 then null else coalesce(failing_since, cast(? as bigint)) end,
       sent_at = case when cast(? as bigint) = 0 or cast(? as bigint) > 0 then cast(? as bigint) else sent_at end
     where way = ? and target_hash = ?`,
    pace.nextAt,
    pace.failures,
    reason,
    pace.failures,
    at,
    pace.failures,
    told.length,
    at,
    way,
    targetHash,
  )
  if (changed === 0) return null
  for (const { name, beganAt, told: what } of told) {
    await tx.run(
      `insert into alert_tellings (way, finding, began_at, told, told_at) values (?, ?, ?, ?, ?)
       on conflict (way, finding) do update set began_at = excluded.began_at, told = excluded.told,
         told_at = excluded.told_at`,
      way,
      name,
      beganAt,
      what,
      at,
    )
  }
  return null
}

/** In a copy of the store: what the original found and told. */
export async function dropAlerts(tx: Sql): Promise<void> {
  for (const table of ['alerts', 'alert_ways', 'alert_tellings', 'snapshot_schedules']) {
    await tx.run(`delete from ${table}`)
  }
}

type Row = { name: string; detail: string; beganAt: number; seenAt: number; overAt: number | null }

export async function listAlerts(sql: Reader): Promise<Alert[]> {
  const rows = await sql.all<Row>(
    `select finding as name, detail, began_at as "beganAt", seen_at as "seenAt", over_at as "overAt" from alerts order by began_at, finding`,
  )
  return rows.map(({ detail, ...row }) => ({ ...row, finding: JSON.parse(detail) }))
}

export async function listAlertWays(sql: Reader): Promise<AlertWayRecord[]> {
  return await sql.all(
    `select way, target_hash as "targetHash", next_at as "nextAt", failures, failing_since as "failingSince", reason,
       sent_at as "sentAt" from alert_ways order by way`,
  )
}

export async function listTellings(sql: Reader, way: AlertWay): Promise<Telling[]> {
  return await sql.all(
    'select finding as name, began_at as "beganAt", told, told_at as at from alert_tellings where way = ? order by finding',
    way,
  )
}
