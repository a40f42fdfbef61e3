import type { Sql } from '../sql.ts'
import { noteUnwiped, type Removed, removeMessages, removeTraces } from './remove-messages.ts'

/** Without a time: only its id is known, or not even that. */
type Unsent = { messageId: string; time: number | null; seq: number | null }

/** Removes a message and leaves a tombstone under its id, even if the message itself hasn't arrived yet. */
export async function unsendMessage(
  tx: Sql,
  channel: { channelNo: number; channelId: string },
  { messageId, time, seq }: Unsent,
): Promise<Removed> {
  const { channelNo } = channel
  if (time !== null && seq !== null) {
    const removed = await removeMessages(tx, channel, [{ messageId, time, seq }], 'tombstone')
    // Records that there was a message, but nothing of its contents.
    const leaveGap = 'insert into gaps (channel, time, seq) values (?, ?, ?) on conflict do nothing'
    await tx.run(leaveGap, channelNo, time, seq)
    return removed
  }
  await tx.run(
    `insert into message_ids (channel, message_id, unsent) values (?, ?, 1)
     on conflict (channel, message_id) do update set unsent = 1`,
    channelNo,
    messageId,
  )
  const versions = await removeTraces(tx, channel, messageId)
  await noteUnwiped(tx)
  return { versions, mediaFiles: 0, mediaBytes: 0 }
}
