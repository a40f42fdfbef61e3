import { allKinds, type JobKind } from '../../../domain/jobs/job.ts'
import type { Backlog, BuriedJob, DueJobs, JobCounts, WaitingQuestion } from '../../../ports/records.ts'
import { given, type Reader } from '../sql.ts'
import { readJob } from './claimed-job.ts'

/** One index lookup per kind, however much is due. With `exists`, PostgreSQL may read everything that is due. */
const dueKinds = `select k.kind from (${allKinds.map((kind) => `select '${kind}' as kind`).join(' union all ')}) k
  where (select 1 from job_queues q where q.kind = k.kind and q.next_at is not null and q.next_at <= ? limit 1) is not null`

/**
 * On PostgreSQL, new jobs belong to no queue until the next claim. The smallest value is always read from an index. With a comparison
 * inside, the server would plan the query again whenever it's asked, because the best plan would depend on the time.
 */
const newKinds = `select k.kind from (${allKinds.map((kind) => `select '${kind}' as kind`).join(' union all ')}) k
  where (select min(q.next_at) from job_queues q where q.kind = k.kind) <= ?
    or (select min(j.run_at) from jobs j where j.kind = k.kind and not j.is_queued) <= ?`

export async function listDueKinds(sql: Reader, at: number): Promise<JobKind[]> {
  const rows =
    sql.engine === 'sqlite'
      ? await sql.all<{ kind: JobKind }>(dueKinds, at)
      : await sql.all<{ kind: JobKind }>(newKinds, at, at)
  return rows.map(({ kind }) => kind)
}

export async function hasHeldJobs(sql: Reader): Promise<boolean> {
  return (await sql.get('select 1 from jobs where lease is not null limit 1')) !== undefined
}

export async function getBacklog(sql: Reader): Promise<Backlog> {
  const counts = await sql.get<Pick<Backlog, 'waitingJobs' | 'buriedJobs' | 'unreadEvents'>>(
    `select
       (select count(*) from jobs where buried_at is null) as "waitingJobs",
       (select count(*) from jobs where buried_at is not null) as "buriedJobs",
       (select count(*) from unread_events) as "unreadEvents"`,
  )
  const oldest = await sql.get<{ created_at: number }>(
    'select created_at from jobs where buried_at is null order by job_id limit 1',
  )
  return {
    waitingJobs: counts?.waitingJobs ?? 0,
    buriedJobs: counts?.buriedJobs ?? 0,
    unreadEvents: counts?.unreadEvents ?? 0,
    oldestWaitingAt: oldest?.created_at ?? null,
  }
}

export async function listBuriedJobs(sql: Reader, limit: number): Promise<BuriedJob[]> {
  return await sql.all<BuriedJob>(
    `select j.job_id as "jobId", j.kind, c.channel_id as "channelId", j.buried_at as "buriedAt", j.reason
     from jobs j join channels c on c.channel = j.channel
     where j.buried_at is not null order by j.buried_at desc, j.job_id desc limit ${given}`,
    limit,
  )
}

/** Jobs that could run now but wait for others, by kind. */
export async function listDueJobs(sql: Reader, at: number): Promise<DueJobs[]> {
  return await sql.all<DueJobs>(
    `select kind, count(*) as due, min(run_at) as "oldestDueAt" from jobs
     where buried_at is null and lease is null and run_at <= ? group by kind`,
    at,
  )
}

export async function listJobCounts(sql: Reader): Promise<JobCounts[]> {
  return await sql.all<JobCounts>(
    `select kind, count(case when buried_at is null and lease is null then 1 end) as waiting, count(lease) as running,
       min(case when buried_at is null and lease is null then created_at end) as "oldestWaitingAt", count(buried_at) as buried
     from jobs group by kind order by kind`,
  )
}

export async function listWaitingQuestions(
  sql: Reader,
  channelNo: number,
  at: number,
  limit: number,
): Promise<WaitingQuestion[]> {
  const rows = await sql.all<{ jobId: number; detail: string }>(
    `select job_id as "jobId", detail from jobs
     where channel = ? and kind = 'find-answer' and buried_at is null and lease is null and run_at <= ?
     order by run_at, job_id limit ${given}`,
    channelNo,
    at,
    limit,
  )
  return rows.flatMap(({ jobId, detail }) => {
    const job = readJob(detail)
    return job.kind === 'find-answer' ? [{ jobId, question: job.question }] : []
  })
}
