import type { Sql } from './sql.ts'

/**
 * Locks a channel until the transaction ends, so that what is read of it stays true. For commands that find out by themselves which
 * channels they are about; all others lock theirs at the beginning (see `commands.ts`). SQLite has a single writer and locks nothing.
 * Channels are locked before their job queues, otherwise two transactions could wait for each other.
 */
export async function lockChannel(tx: Sql, channelNo: number): Promise<void> {
  if (tx.engine === 'postgres') await tx.get('select channel from channels where channel = ? for update', channelNo)
}
