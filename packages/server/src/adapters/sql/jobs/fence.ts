import { LeaseLost } from '../../../domain/jobs/lease-lost.ts'
import type { HeldJob } from '../../../ports/commands/authority.ts'
import { findFact } from '../metadata.ts'
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

/**
 * Another node has the turn now, because this one was frozen or lost its connection. Reading the number is enough: a node that freezes
 * between this and its commit has its transaction ended long before it loses its turn.
 */
export async function refuseLostTurn(tx: Sql, name: string, turn: number): Promise<void> {
  if (Number(await findFact(tx, `turn ${name}`)) !== turn) throw new LeaseLost()
}
