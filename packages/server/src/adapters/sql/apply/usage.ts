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
    `insert into usage_days (channel, day, messages, media_files, media_bytes, auto_replies, welcomes)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (channel, day) do update set
       messages = usage_days.messages + excluded.messages,
       media_files = usage_days.media_files + excluded.media_files,
       media_bytes = usage_days.media_bytes + excluded.media_bytes,
       auto_replies = usage_days.auto_replies + excluded.auto_replies,
       welcomes = usage_days.welcomes + excluded.welcomes`,
    channelNo,
    day,
    counts.messages ?? 0,
    counts.mediaFiles ?? 0,
    counts.mediaBytes ?? 0,
    counts.autoReplies ?? 0,
    counts.welcomes ?? 0,
  )
}
