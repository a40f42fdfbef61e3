import type { JobKind } from '../../domain/jobs/job.ts'
import { besideIntake, intake } from './platforms/intake-statements.ts'
import type { Sql } from './sql.ts'

// What several nodes may write at once is held before it is read, and stays as it was read until the transaction ends. On SQLite
// there is one writer at a time, and nothing to hold. Channels come before their queues, or two would wait for each other.

/** For commands that find out by themselves which channels they are about; all others hold theirs from the beginning. */
export async function lockChannel(tx: Sql, channelNo: number): Promise<void> {
  if (tx.engine === 'postgres') await tx.get('select channel from channels where channel = ? for update', channelNo)
}

/** The same by its id, where there is such a channel. */
export async function lockChannelById(tx: Sql, channelId: string): Promise<void> {
  if (tx.engine === 'postgres') await tx.get(intake.holdChannel, channelId)
}

/** Before the jobs of this kind are touched: when the next is due is reckoned from all that there are. */
export async function lockQueue(tx: Sql, channelNo: number, kind: JobKind): Promise<void> {
  if (tx.engine === 'postgres') await tx.run(besideIntake.holdQueue, channelNo, kind)
}
