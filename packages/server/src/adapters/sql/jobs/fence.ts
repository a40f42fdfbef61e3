import { LeaseLost } from '../../../domain/jobs/lease-lost.ts'
import type { HeldJob } from '../../../ports/commands/authority.ts'
import type { Sql } from '../sql.ts'

const held = 'select 1 from jobs where job_id = ? and lease = ?'

/**
 * Until this transaction ends, no one else can claim the job: claims pass over locked rows. It is locked last, after the channel.
 * An expired lease still counts until someone else has claimed the job.
 */
export async function refuseLostLease(tx: Sql, { jobId, lease }: HeldJob): Promise<void> {
  const row = await tx.get(tx.engine === 'sqlite' ? held : `${held} for share`, jobId, lease)
  if (!row) throw new LeaseLost()
}
