import type { Merge } from '../../../../domain/channels/moved-chat.ts'
import { type Job, type JobKind, jobName } from '../../../../domain/jobs/job.ts'
import { endAsUnknown } from '../../assistant/sending/sends.ts'
import { readJob } from '../../jobs/claimed-job.ts'
import type { Sql } from '../../sql.ts'

type Row = {
  jobId: number
  kind: JobKind
  detail: string
  runAt: number
  attempts: number
  lease: string | null
  buriedAt: number | null
}

const inChat = 'the chat moved while it was being sent, so it is unknown whether it arrived'

/**
 * What waits to be done or sent goes on in the first channel, except the bot's introduction, which everyone has read there. A
 * worker that has one of the other jobs loses it, so that it stores nothing under the old ID. A message that is being sent
 * stays with its worker, because it must not be sent twice.
 */
export async function mergeJobs(tx: Sql, { from, into, at }: Merge): Promise<void> {
  const isLocked = tx.engine === 'postgres' ? 'for update' : ''
  const jobs = await tx.all<Row>(
    `select job_id as "jobId", kind, detail, run_at as "runAt", attempts, lease, buried_at as "buriedAt" from jobs
     where channel = ? order by job_id ${isLocked}`,
    from.channelNo,
  )
  const notices = await listWaitingNotices(tx, from.channelNo)
  for (const row of jobs) {
    const job = readJob(row.detail)
    if (isSending(job)) {
      const isNotice = row.lease === null && notices.has(job.sendId)
      const isAtOnce = row.lease !== null && (await isBusy(tx, into.channelNo, row.kind))
      if (isNotice || isAtOnce) {
        await tx.run('delete from jobs where job_id = ?', row.jobId)
        if (row.attempts > 0) await endAsUnknown(tx, job.sendId, at, inChat)
        else await tx.run('delete from sends where send_id = ?', job.sendId)
        continue
      }
    }
    await moveJob(tx, { from, into, at }, row, { ...job, channelId: into.channelId })
  }
  await moveSends(tx, { from: from.channelNo, into: into.channelNo })
  for (const kind of new Set(jobs.map((row) => row.kind))) await tx.intake.updateNextJob(into.channelNo, kind)
}

/** A buried message has no details any more. */
function isSending(job: Job): job is Extract<Job, { sendId: number }> {
  return job.kind === 'send-reply' || job.kind === 'push-message'
}

async function listWaitingNotices(tx: Sql, channelNo: number): Promise<Set<number>> {
  const rows = await tx.all<{ sendId: number }>(
    `select send_id as "sendId" from sends where channel = ? and kind = 'notice' and state = 'waiting'`,
    channelNo,
  )
  return new Set(rows.map(({ sendId }) => sendId))
}

/** Only one message is sent at a time in a channel. */
async function isBusy(tx: Sql, channelNo: number, kind: JobKind): Promise<boolean> {
  if (kind !== 'send-reply') return false
  const text = 'select 1 from jobs where channel = ? and kind = ? and lease is not null limit 1'
  return (await tx.get(text, channelNo, kind)) !== undefined
}

/** If the same job waits there already, that one does the work of both. */
async function moveJob(tx: Sql, { from, into, at }: Merge, row: Row, job: Job): Promise<void> {
  const isBuried = row.buriedAt !== null
  const name = job.kind === undefined ? null : jobName(job)
  const lease = isSending(job) ? row.lease : null
  if (name !== null && !isBuried) {
    const waiting = await tx.get<{ jobId: number; runAt: number }>(
      `select job_id as "jobId", run_at as "runAt" from jobs
       where channel = ? and name = ? and lease is null and buried_at is null`,
      into.channelNo,
      name,
    )
    if (waiting) {
      const runAt = Math.min(waiting.runAt, row.runAt)
      await tx.run('update jobs set run_at = ? where job_id = ?', runAt, waiting.jobId)
      await tx.run('delete from jobs where job_id = ?', row.jobId)
      return
    }
  }
  await tx.run(
    `update jobs set channel = ?, name = ?, detail = ?, lease = ?, run_at = ?${tx.engine === 'postgres' ? ', is_queued = false' : ''}
     where channel = ? and job_id = ?`,
    into.channelNo,
    name,
    job.kind === undefined ? row.detail : JSON.stringify(job),
    lease,
    // Its lease would have lasted until then.
    row.lease !== null && lease === null ? at : row.runAt,
    from.channelNo,
    row.jobId,
  )
}

/** A message has one answer. */
async function moveSends(tx: Sql, { from, into }: { from: number; into: number }): Promise<void> {
  await tx.run(
    `delete from sends where channel = ? and kind = 'answer' and message_id in (
       select message_id from sends where channel = ? and kind = 'answer' and message_id is not null
     )`,
    from,
    into,
  )
  await tx.run('update sends set channel = ? where channel = ?', into, from)
}
