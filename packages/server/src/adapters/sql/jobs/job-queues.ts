import { allKinds, type JobKind, serialKinds } from '../../../domain/jobs/job.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { given, type Sql } from '../sql.ts'

// A row of `job_queues` stores when the next job of a kind is due in a channel, so that the cost of a claim depends on how many
// jobs it takes, not on how many wait. It also stores, counted in jobs, when one was last claimed.

const anyOfKinds = allKinds.map(() => '?').join(', ')

const serial: ReadonlySet<JobKind> = new Set(serialKinds)

/** Marks this queue as the one that was served last. */
export async function noteTurn(tx: Sql, channelNo: number, kind: JobKind): Promise<void> {
  await tx.run(
    'update job_queues set turn = (select max(turn) + 1 from job_queues) where channel = ? and kind = ?',
    channelNo,
    kind,
  )
}

/** Stores again when the next job of every queue is due. */
export async function recountQueues(tx: Sql): Promise<void> {
  await tx.run(
    `insert into job_queues (channel, kind, next_at)
     select channel, kind, min(run_at) from jobs where buried_at is null group by channel, kind
     on conflict (channel, kind) do update set next_at = excluded.next_at`,
  )
}

/**
 * The due jobs of each channel in their order, as many as a claim could take; the channel served longest ago first. Only the
 * requested kinds count, so a channel with many replies doesn't wait longer for a file.
 */
export async function listQueues(tx: Sql, command: CommandOf<'claim-jobs'>): Promise<number[][]> {
  const { at, limit, kinds = allKinds } = command
  const asked = allKinds.map((kind) => (kinds.includes(kind) ? kind : null))
  const values = [at, ...asked, ...asked, limit * allKinds.length]
  const rows = await tx.all<{ channel: number; kind: JobKind }>(due, ...values)
  const kindsOf = Map.groupBy(rows, ({ channel }) => channel)
  const queues = [...kindsOf].slice(0, limit)
  const most = limit - queues.length + 1
  const lists: number[][] = []
  for (const [channelNo, due] of queues) {
    const jobs = []
    for (const { kind } of due) jobs.push(...(await listDue(tx, channelNo, kind, at, most)))
    lists.push(jobs.sort(byOrder).map(({ jobId }) => jobId))
  }
  return lists
}

const due = `select q.channel, q.kind from job_queues q
  where q.next_at is not null and q.next_at <= ? and q.kind in (${anyOfKinds})
  order by (select max(s.turn) from job_queues s where s.channel = q.channel and s.kind in (${anyOfKinds})), q.channel
  limit ${given}`

/** The first of every queue, then the second of every queue, and so on. */
export function takeInTurns<Thing>(queues: Thing[][], limit: number): Thing[] {
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  const taken: Thing[] = []
  for (let round = 0; round < longest && taken.length < limit; round++) {
    taken.push(...queues.flatMap((queue) => queue.slice(round, round + 1)))
  }
  return taken.slice(0, limit)
}

type DueJob = { jobId: number; kind: JobKind; runAt: number }

/**
 * Replies come first: their token is valid for about a minute, and a thousand files may be waiting. A channel comes before its
 * members: one lookup provides its name and member count, and a welcome may need both.
 */
const ranks: Partial<Record<JobKind, number>> = { 'send-reply': 0, 'refresh-channel': 1 }

function byOrder(one: DueJob, other: DueJob): number {
  const rank = ({ kind }: DueJob) => ranks[kind] ?? 2
  return rank(one) - rank(other) || one.runAt - other.runAt || one.jobId - other.jobId
}

/** Serial jobs are claimed one at a time, starting with one whose lease has expired. */
async function listDue(tx: Sql, channelNo: number, kind: JobKind, at: number, most: number): Promise<DueJob[]> {
  if (serial.has(kind)) {
    const out = await tx.all<DueJob>(
      `select job_id as "jobId", kind, run_at as "runAt" from jobs
       where channel = ? and kind = ? and kind in ('send-reply', 'find-answer') and lease is not null and run_at <= ?`,
      channelNo,
      kind,
      at,
    )
    if (out.length > 0) return out
  }
  return await tx.all<DueJob>(
    `select job_id as "jobId", kind, run_at as "runAt" from jobs
     where channel = ? and kind = ? and buried_at is null and run_at <= ? order by run_at, job_id limit ${given}`,
    channelNo,
    kind,
    at,
    serial.has(kind) ? 1 : most,
  )
}
