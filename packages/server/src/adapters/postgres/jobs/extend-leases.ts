import type { CommandOf } from '../../../ports/commands.ts'
import { type Connection, queryLists } from '../connections/query-lists.ts'
import { type JobQueue, updateNextJobs } from './claim-jobs.ts'

/**
 * A single statement that waits for no lock. A job that someone else has locked is about to end; if it doesn't, the next extension
 * follows well before its lease expires.
 */
export async function extendLeases(connection: Connection, command: CommandOf<'extend-leases'>): Promise<null> {
  const { at, leaseMs, held } = command
  const extended = await queryLists<JobQueue>(
    connection,
    statement,
    held.map(({ jobId }) => jobId),
    held.map(({ lease }) => lease),
    at + leaseMs,
  )
  // If it fails, a claim does it.
  await updateNextJobs(connection, extended).catch(() => undefined)
  return null
}

const statement = `with held as materialized (
    select j.channel, j.job_id from unnest(?::bigint[], ?::text[]) f (job_id, lease)
    join jobs j on j.job_id = f.job_id and j.lease = f.lease for update of j skip locked
  )
  update jobs j set run_at = ? from held h where j.channel = h.channel and j.job_id = h.job_id returning j.channel, j.kind`
