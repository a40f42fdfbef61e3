import { allKinds, type JobKind, serialKinds } from '../../../domain/jobs/job.ts'
import type { ClaimedJob, LaneClaim } from '../../../ports/commands/jobs.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { type ClaimedRow, toClaimedJob } from '../../sql/jobs/claimed-job.ts'
import { type Connection, queryLists } from '../connections/query-lists.ts'

// Several nodes claim jobs while others plan and finish them. No statement here waits for a lock:
//
// - Planning a job inserts its row and nothing else. The row says that no queue counts it yet (`is_queued`).
// - A claim first adds the new jobs to their queues, then takes queues that no other claim has locked. `next_at` may be too
//   early, which costs a look at the queue. It is never too late.
// - `job_queues` is written only by statements that are transactions of their own. So a node that is stopped in the middle of
//   a claim holds no lock that another node needs.

/** As on SQLite: one job of each channel before a second of any; the channel that was served longest ago comes first. */
export async function claimJobs(connection: Connection, command: CommandOf<'claim-jobs'>): Promise<ClaimedJob[]> {
  const lanes = [{ ...command, kinds: command.kinds ?? allKinds }, ...(command.also ?? [])].filter(
    ({ limit }) => limit > 0,
  )
  if (lanes.length === 0) return []
  const [[queued], rows] = await Promise.all([
    queryLists<{ missing: number }>(connection, statements.queue, mostQueued),
    claimForLanes(connection, command, lanes),
  ])
  // A first job of its kind in a channel. Its queue has to be there before a statement begins that counts the job.
  const isMissing = (queued?.missing ?? 0) > 0
  const claimed = jobsOf(rows)
  const more = isMissing ? await claimFromNewQueues(connection, command, withoutTaken(lanes, claimed)) : []
  await updateNextJobs(connection, [...queuesOf(rows), ...queuesOf(more)])
  return [...claimed, ...jobsOf(more)]
}

async function claimFromNewQueues(
  connection: Connection,
  command: CommandOf<'claim-jobs'>,
  lanes: LaneClaim[],
): Promise<Row[]> {
  const [, , rows] = await Promise.all([
    queryLists(connection, statements.addQueues, mostQueued),
    queryLists(connection, statements.queue, mostQueued),
    lanes.length === 0 ? [] : claimForLanes(connection, command, lanes),
  ])
  return rows
}

async function claimForLanes(
  connection: Connection,
  { at, lease }: CommandOf<'claim-jobs'>,
  lanes: readonly LaneClaim[],
): Promise<Row[]> {
  return await queryLists<Row>(
    connection,
    statements.claim,
    lanes.map(({ kinds }) => kinds.join(' ')),
    lanes.map(({ limit }) => limit),
    lanes.map(({ leaseMs }) => at + leaseMs),
    at,
    allKinds.length,
    at,
    at,
    lease,
    at,
  )
}

/** What each lane may still claim. */
function withoutTaken(lanes: readonly LaneClaim[], claimed: readonly ClaimedJob[]): LaneClaim[] {
  return lanes
    .map((lane) => ({ ...lane, limit: lane.limit - claimed.filter(({ job }) => lane.kinds.includes(job.kind)).length }))
    .filter(({ limit }) => limit > 0)
}

const jobsOf = (rows: Row[]) => rows.flatMap((row) => (row.job_id === null ? [] : [toClaimedJob(row as ClaimedRow)]))
const queuesOf = (rows: Row[]): JobQueue[] => JSON.parse(rows[0]?.queues ?? '[]')

/** A kind of jobs in a channel. */
export type JobQueue = { channel: number; kind: JobKind }

/** Stores when the next job of each queue is due. */
export async function updateNextJobs(connection: Connection, queues: readonly JobQueue[]): Promise<void> {
  if (queues.length === 0) return
  await queryLists(
    connection,
    statements.updateNext,
    queues.map(({ channel }) => channel),
    queues.map(({ kind }) => kind),
  )
}

/** How many new jobs a claim adds to the queues. A crowd of jobs takes several claims, which follow each other at once. */
const mostQueued = 2_000

/** The queues whose next job has to be found are repeated in every row; without jobs there is one row with nothing else. */
type Row = (ClaimedRow | { job_id: null }) & { queues: string | null }

const serial = serialKinds.map((kind) => `'${kind}'`).join(', ')

const statements = {
  /** Inserting waits for no one who has locked an existing row. */
  addQueues: `insert into job_queues (channel, kind)
    select distinct channel, kind from (select channel, kind from jobs where not is_queued limit ?) j on conflict do nothing`,
  /** Jobs and queues that someone else has locked are left to a later claim. */
  queue: `with unqueued as materialized (
      select channel, job_id, kind, run_at, buried_at from jobs where not is_queued limit ? for update skip locked
    ), queues as materialized (
      select channel, kind from job_queues where (channel, kind) in (select channel, kind from unqueued) for update skip locked
    ), added as (
      update jobs j set is_queued = true from unqueued u join queues q on q.channel = u.channel and q.kind = u.kind
      where j.channel = u.channel and j.job_id = u.job_id returning j.channel, j.kind, j.run_at, j.buried_at
    ), counted as (
      update job_queues q set next_at = least(q.next_at, a.next_at)
      from (select channel, kind, min(run_at) as next_at from added where buried_at is null group by channel, kind) a
      where q.channel = a.channel and q.kind = a.kind
    )
    select count(*) as missing from unqueued u
    where not exists (select from job_queues q where q.channel = u.channel and q.kind = u.kind)`,
  /**
   * Locks due queues, and claims jobs of them in turns. While a job of a kind that runs one at a time is leased, only that job
   * can be claimed, once its lease has expired. So that is when the next one is due, whatever was added since. A job that another
   * claim took since this statement began is due later now, so the update passes over it.
   */
  claim: `with lanes as (
      select string_to_array(kinds, ' ') as kinds, most, until, lane
      from unnest(?::text[], ?::bigint[], ?::bigint[]) with ordinality l (kinds, most, until, lane)
    ), due as materialized (
      select d.channel, d.kind, d.turn, l.lane, l.most, l.until from lanes l cross join lateral (
        select q.channel, q.kind,
          (select max(s.turn) from job_queues s where s.channel = q.channel and s.kind = any(l.kinds)) as turn
        from job_queues q where q.next_at <= ? and q.kind = any(l.kinds)
        order by turn, q.channel limit l.most * ? for update of q skip locked
      ) d
    ), candidates as (
      select d.channel, d.turn, d.lane, d.most, d.until, j.job_id, row_number() over (
          partition by d.lane, d.channel
          order by case d.kind when 'send-reply' then 0 when 'refresh-channel' then 1 else 2 end, j.run_at, j.job_id
        ) as round
      from due d cross join lateral (
        select * from (
          select x.job_id, x.run_at from jobs x
          where x.channel = d.channel and x.kind = d.kind and x.kind in (${serial}) and x.lease is not null and x.run_at <= ?
        ) expired
        union all
        select * from (
          select x.job_id, x.run_at from jobs x
          where x.channel = d.channel and x.kind = d.kind and x.buried_at is null and x.run_at <= ?
            and not exists (
              select from jobs r where r.channel = d.channel and r.kind = d.kind and r.kind in (${serial}) and r.lease is not null
            )
          order by x.run_at, x.job_id limit case when d.kind in (${serial}) then 1 else d.most end
        ) waiting
      ) j
    ), picked as (
      select channel, job_id, until, lane, ordinal from (
        select *, row_number() over (partition by lane order by round, turn, channel) as ordinal from candidates
      ) c where ordinal <= most
    ), free as materialized (
      select j.channel, j.job_id from jobs j join picked p on p.channel = j.channel and p.job_id = j.job_id
      for update of j skip locked
    ), claimed as (
      update jobs j set lease = ?, run_at = p.until, attempts = j.attempts + 1
      from picked p join free f on f.channel = p.channel and f.job_id = p.job_id where j.channel = p.channel and j.job_id = p.job_id and j.run_at <= ? and j.buried_at is null
      returning j.job_id, j.channel, j.kind, j.detail, j.attempts, j.created_at, j.run_at, p.lane, p.ordinal
    ), served as (
      select channel, kind, min(run_at) as until, min(ordinal) as ordinal from claimed group by channel, kind order by ordinal
    ), turned as (
      update job_queues q set turn = s.turn, next_at = case when q.kind in (${serial}) then s.until else q.next_at end
      from (select channel, kind, until, nextval('job_turns') as turn from served) s
      where q.channel = s.channel and q.kind = s.kind returning q.channel, q.kind
    ), unsettled as (
      select channel, kind from due where (channel, kind) not in (select channel, kind from turned where kind in (${serial}))
    )
    select t.queues, c.job_id, c.detail, c.attempts, c.created_at,
      h.channel, h.channel_id, h.chat_id, h.type, h.platform, h.bot_present, h.owner_disabled, h.paused_until
    from (select json_agg(unsettled) as queues from unsettled) t left join claimed c on true left join channels h on h.channel = c.channel
    order by c.lane, c.ordinal`,
  /**
   * Not if the queue is locked, or has changed since the statement began: then it may not see the jobs that were added. What is too
   * early is corrected by the next claim. Queues of a channel that is gone are deleted.
   */
  updateNext: `with seen as (
      select q.channel, q.kind, q.xmin as version from unnest(?::bigint[], ?::text[]) t (channel, kind)
      join job_queues q on q.channel = t.channel and q.kind = t.kind
    ), unchanged as materialized (
      select q.channel, q.kind from job_queues q join seen s on s.channel = q.channel and s.kind = q.kind
      where q.xmin = s.version for update of q skip locked
    ), gone as (
      delete from job_queues q using unchanged u
      where q.channel = u.channel and q.kind = u.kind and not exists (select from channels c where c.channel = u.channel)
    )
    update job_queues q set next_at = n.next_at
    from unchanged u cross join lateral (select coalesce(
        (select run_at from jobs where channel = u.channel and kind = u.kind and kind in (${serial}) and lease is not null),
        (select min(run_at) from jobs where channel = u.channel and kind = u.kind and buried_at is null)
      ) as next_at) n
    where q.channel = u.channel and q.kind = u.kind and q.next_at is distinct from n.next_at
      and exists (select from channels c where c.channel = u.channel)`,
} as const
