import { intake } from '../platforms/intake-statements.ts'
import type { Sql } from '../sql.ts'

export type Counts = {
  messages?: number
  mediaFiles?: number
  mediaBytes?: number
  autoReplies?: number
  welcomes?: number
}

/** Adds to a channel's counters of one day, in the transaction of their cause. */
export async function count(tx: Sql, channelNo: number, day: string, counts: Counts): Promise<void> {
  await tx.run(
    intake.count,
    channelNo,
    day,
    counts.messages ?? 0,
    counts.mediaFiles ?? 0,
    counts.mediaBytes ?? 0,
    counts.autoReplies ?? 0,
    counts.welcomes ?? 0,
  )
}
