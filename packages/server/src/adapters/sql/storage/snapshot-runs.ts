import type { SnapshotRun, SnapshotTarget, SnapshotWork } from '../../../domain/storage/snapshots/snapshot-run.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { given, type Reader, type Sql } from '../sql.ts'
import { addServiceEvent } from '../webhooks/service-events.ts'

const keptMs = 400 * 86_400_000
/** Otherwise, a place that is away for days would push what earlier runs noted out of sight. */
const mostFailed = 20
const interrupted = 'It was interrupted, because the service or its machine stopped.'

/** The caller has checked that no other run is active, so those still marked as running were interrupted. */
export async function beginSnapshotRun(tx: Sql, command: CommandOf<'begin-snapshot-run'>): Promise<null> {
  const { runId, target, work, place, at } = command
  const stopped = await tx.returning<Finished>(
    `update snapshot_runs set state = 'failed', reason = ?, finished_at = ? where target = ? and work = ? and state = 'running'
     returning ${finished}`,
    interrupted,
    at,
    target,
    work,
  )
  for (const run of stopped) await announce(tx, run, at)
  await tx.run('delete from snapshot_runs where begun_at < ?', at - keptMs)
  await tx.run(
    `delete from snapshot_runs where target = ? and work = ? and state = 'failed' and run_id not in (
       select run_id from snapshot_runs where target = ? and work = ? and state = 'failed' order by begun_at desc limit ${given}
     )`,
    target,
    work,
    target,
    work,
    mostFailed,
  )
  await tx.run(
    `insert into snapshot_runs (run_id, target, work, place, begun_at, finished_at, state, reason, counts, bytes, verified_through,
       notes) values (?, ?, ?, ?, ?, null, 'running', '', '{}', 0, '', '{}')`,
    runId,
    target,
    work,
    place,
    at,
  )
  return null
}

/** One that was considered interrupted meanwhile stays so: another may have begun since. */
export async function finishSnapshotRun(tx: Sql, command: CommandOf<'finish-snapshot-run'>): Promise<null> {
  const { runId, at, outcome } = command
  const [run] = await tx.returning<Finished>(
    `update snapshot_runs set finished_at = ?, state = ?, reason = ?, counts = ?, bytes = ?, verified_through = ?, notes = ?
     where run_id = ? and state = 'running' returning ${finished}`,
    at,
    outcome.state,
    outcome.reason,
    JSON.stringify(outcome.counts),
    outcome.bytes,
    outcome.verifiedThrough,
    JSON.stringify(outcome.notes),
    runId,
  )
  if (run) await announce(tx, run, at)
  return null
}

type Finished = Pick<SnapshotRun, 'target' | 'work' | 'place' | 'state' | 'reason' | 'bytes'> & {
  beganAt: number
  counts: string
}
const finished = 'target, work, place, begun_at as "beganAt", state, reason, counts, bytes'

/** To webhooks of the service. What a check finds is a finding. */
async function announce(tx: Sql, { work, state, counts, ...run }: Finished, at: number): Promise<void> {
  if (work === 'check') return
  const event = `${work}.${state === 'done' ? 'finished' : 'failed'}` as const
  await addServiceEvent(tx, event, { at, subject: { run: { ...run, counts: JSON.parse(counts) } } })
}

type Row = {
  run_id: string
  target: SnapshotTarget
  work: SnapshotWork
  place: string
  begun_at: number
  finished_at: number | null
  state: SnapshotRun['state']
  reason: string
  counts: string
  bytes: number
  verified_through: string
  notes: string
}

/** Newest first. */
export async function listSnapshotRuns(
  sql: Reader,
  target: SnapshotTarget,
  work: SnapshotWork,
  limit: number,
): Promise<SnapshotRun[]> {
  const rows = await sql.all<Row>(
    `select run_id, target, work, place, begun_at, finished_at, state, reason, counts, bytes, verified_through, notes
     from snapshot_runs where target = ? and work = ? order by begun_at desc, run_id limit ${given}`,
    target,
    work,
    limit,
  )
  return rows.map((row) => ({
    runId: row.run_id,
    target: row.target,
    work: row.work,
    place: row.place,
    begunAt: row.begun_at,
    finishedAt: row.finished_at,
    state: row.state,
    reason: row.reason,
    counts: JSON.parse(row.counts),
    bytes: row.bytes,
    verifiedThrough: row.verified_through,
    notes: JSON.parse(row.notes),
  }))
}

/** The start time only changes with the schedule. Places without a schedule are removed. */
export async function noteSnapshotSchedules(tx: Sql, command: CommandOf<'note-snapshot-schedules'>): Promise<null> {
  const { at, schedule, places } = command
  const stored = await tx.all<{ place: string }>('select place from snapshot_schedules')
  for (const { place } of stored) {
    if (!places.includes(place)) await tx.run('delete from snapshot_schedules where place = ?', place)
  }
  for (const place of places) {
    await tx.run(
      `insert into snapshot_schedules (place, schedule, since) values (?, ?, ?)
       on conflict (place) do update set schedule = excluded.schedule, since = excluded.since
       where snapshot_schedules.schedule <> excluded.schedule`,
      place,
      schedule,
      at,
    )
  }
  return null
}

export async function listSnapshotSchedules(
  sql: Reader,
): Promise<{ place: string; schedule: string; since: number }[]> {
  return await sql.all('select place, schedule, since from snapshot_schedules order by place')
}
