import { isRetriable, type Job, type JobKind } from '../../../domain/jobs/job.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { audit } from '../channels/audit.ts'
import { noteChange } from '../channels/changes.ts'
import { raiseEditVersion } from '../media/media.ts'
import { accessKey } from '../members/authority.ts'
import type { Sql } from '../sql.ts'

type Buried = { channel: number; kind: JobKind; name: string | null; detail: string }

/** If the same job is already waiting, that one does the work of both. */
export async function retryJob(tx: Sql, command: CommandOf<'retry-job'>): Promise<null> {
  const { by, at, jobId } = command
  await accessKey(tx, by, at)
  const job = await tx.get<Buried>(
    'select channel, kind, name, detail from jobs where job_id = ? and buried_at is not null',
    jobId,
  )
  if (!job || !isRetriable(job.kind)) throw new Refusal('job-not-found')
  await awaitAgain(tx, job, at)
  const waiting = await tx.get(
    'select 1 from jobs where channel = ? and name = ? and lease is null and buried_at is null limit 1',
    job.channel,
    job.name,
  )
  if (waiting) await tx.run('delete from jobs where job_id = ?', jobId)
  else {
    await tx.run(
      'update jobs set buried_at = null, reason = null, attempts = 0, created_at = ?, run_at = ? where job_id = ?',
      at,
      at,
      jobId,
    )
  }
  await tx.intake.updateNextJob(job.channel, job.kind)
  await audit(tx, job.channel, by, at, { action: 'job.retried', target: String(jobId), detail: { kind: job.kind } })
  return null
}

/** When it failed, its file was marked as lost, or its preview as unavailable. */
async function awaitAgain(tx: Sql, { channel, detail }: Buried, at: number): Promise<void> {
  const job: Job = JSON.parse(detail)
  if (job.kind !== 'fetch-media' && job.kind !== 'make-preview') return
  const [place] = await tx.returning<{ time: number; seq: number }>(
    job.kind === 'fetch-media'
      ? `update media set state = 'pending', reason = null where channel = ? and state = 'lost' and (time, seq) = (
           select time, seq from message_ids where channel = ? and message_id = ?) returning time, seq`
      : `update media set preview_state = 'pending' where channel = ? and state = 'stored' and preview_state = 'none'
           and (time, seq) = (select time, seq from message_ids where channel = ? and message_id = ?) returning time, seq`,
    channel,
    channel,
    job.messageId,
  )
  if (!place) return
  await raiseEditVersion(tx, channel)
  await noteChange(tx, channel, at, { kind: 'media', place: [place.time, place.seq] })
}
