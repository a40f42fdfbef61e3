import type { Sql } from '../sql.ts'

/** Stores whether the bot gets every message of the chat. Returns whether that is news. */
export async function setSight(tx: Sql, channelNo: number, seesAllMessages: boolean): Promise<boolean> {
  const value = seesAllMessages ? 1 : 0
  const changed = await tx.run(
    'update channels set sees_all_messages = ? where channel = ? and sees_all_messages <> ?',
    value,
    channelNo,
    value,
  )
  return changed > 0
}

/** How many groups have messages that the bot doesn't get; of the platform of the outer query. */
export const countHidden = (platform: string) =>
  `(select count(*) from channels h where h.platform = ${platform} and h.sees_all_messages = 0 and h.bot_present = 1)`
