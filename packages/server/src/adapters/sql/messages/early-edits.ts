import type { IncomingEvent } from '../../../ports/connector.ts'
import type { Sql } from '../sql.ts'
import { noteUnwiped } from './remove-messages.ts'

// An edit may arrive before its message. Until the message arrives, its id is known without a position, and the edit waits
// here: for a day, because most messages that never arrive were sent before anyone subscribed; and with its author, so that it
// is erased with them.

const waitMs = 24 * 60 * 60_000

type Edited = IncomingEvent & { kind: 'message-edited' }

/** An edit without an author isn't kept, because it couldn't be erased with them. `receivedAt`: it waits from then on. */
export async function keepEarlyEdit(tx: Sql, channelNo: number, event: Edited, receivedAt: number): Promise<void> {
  const { messageId, sender, at, text } = event
  if (!sender) return
  await tx.run(
    'insert into message_ids (channel, message_id) values (?, ?) on conflict do nothing',
    channelNo,
    messageId,
  )
  // Of several with the same time, only the last is kept.
  await tx.run(
    `insert into early_edits (channel, message_id, at, user_id, received_at, content) values (?, ?, ?, ?, ?, ?)
     on conflict (channel, message_id, at) do update set user_id = excluded.user_id, content = excluded.content`,
    channelNo,
    messageId,
    at,
    sender.userId,
    receivedAt,
    text,
  )
}

/** The edits that arrived before this message, oldest first: only those by its sender, and later than the message. */
export async function takeEarlyEdits(
  tx: Sql,
  channelNo: number,
  { messageId, sender, at }: IncomingEvent & { kind: 'message' },
): Promise<{ at: number; content: string }[]> {
  const edits = await tx.returning<{ at: number; userId: string; content: string }>(
    'delete from early_edits where channel = ? and message_id = ? returning at, user_id as "userId", content',
    channelNo,
    messageId,
  )
  return edits
    .filter((edit) => edit.userId === sender?.userId && edit.at >= at)
    .toSorted((one, other) => one.at - other.at)
}

export async function forgetEarlyEditsOf(tx: Sql, channelNo: number, userId: string): Promise<void> {
  await tx.run('delete from early_edits where channel = ? and user_id = ?', channelNo, userId)
  await forgetStrays(tx, channelNo)
}

/** Channels with edits whose message will not arrive any more, or with what is left of them. */
export async function listLateEdits(tx: Sql, at: number): Promise<number[]> {
  const channels = await tx.all<{ channelNo: number }>(
    `select channel as "channelNo" from early_edits where received_at < ?
     union select channel from message_ids where ${isStray}`,
    at - waitMs,
  )
  return channels.map(({ channelNo }) => channelNo)
}

/** In a channel that the caller has locked: the message may arrive at this moment. */
export async function forgetLateEdits(tx: Sql, channelNo: number, at: number): Promise<void> {
  await tx.run('delete from early_edits where channel = ? and received_at < ?', channelNo, at - waitMs)
  await noteUnwiped(tx)
  await forgetStrays(tx, channelNo)
}

/** Ids without an edit. */
const isStray = `time is null and unsent = 0 and not exists (
  select 1 from early_edits e where e.channel = message_ids.channel and e.message_id = message_ids.message_id
)`

/** With edits of an earlier release that runs beside this one and keeps them among the versions. */
async function forgetStrays(tx: Sql, channelNo: number): Promise<void> {
  const strays = await tx.returning<{ messageId: string }>(
    `delete from message_ids where channel = ? and ${isStray} returning message_id as "messageId"`,
    channelNo,
  )
  for (const { messageId } of strays) {
    await tx.run('delete from message_versions where channel = ? and message_id = ?', channelNo, messageId)
    await noteUnwiped(tx)
  }
}
