import type { UnreadEvent } from '../../../ports/connector.ts'
import { toChannelId } from '../channels/moving/former-ids.ts'
import { given, type Sql } from '../sql.ts'
import { wasErased } from '../storage/past-erasures.ts'

const mostKept = 10_000
/** With the number above, unread events never take more than a few hundred megabytes. */
const mostRawLength = 16_384
const mostReasonLength = 500

/**
 * Keeps events that could not be parsed, once per event. Returns how many were new. Nothing is kept of a message that was
 * unsent before its event arrived, or of a person who was erased after it happened.
 */
export async function keepUnread(tx: Sql, platform: string, unread: UnreadEvent[], at: number): Promise<number> {
  let kept = 0
  for (const one of unread) {
    const event = one.channelId === undefined ? one : { ...one, channelId: await toChannelId(tx, one.channelId) }
    if ((await isUnsent(tx, event)) || (await isOfErased(tx, event))) continue
    kept += await tx.run(
      `insert into unread_events (platform, event_id, channel_id, message_id, user_id, at, reason, raw)
       values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      platform,
      event.eventId ?? null,
      event.channelId ?? null,
      event.messageId ?? null,
      event.userId ?? null,
      // A platform's time in the future is ignored.
      Math.min(event.at, at),
      storable(event.reason, mostReasonLength),
      storable(event.raw, mostRawLength),
    )
  }
  if (kept > 0) await forgetOldest(tx)
  return kept
}

/** For an unsent message: its unparsed event is deleted as well. */
export async function forgetUnreadOf(
  tx: Sql,
  { channelNo, channelId }: { channelNo: number; channelId: string },
  messageId: string,
): Promise<void> {
  // Platforms count their messages on their own, and some in each chat. An event without a channel is of the same platform.
  await tx.run(
    `delete from unread_events where message_id = ? and (channel_id = ? or channel_id is null)
       and platform = (select platform from channels where channel = ?)`,
    messageId,
    channelId,
    channelNo,
  )
}

async function isUnsent(tx: Sql, { channelId, messageId }: UnreadEvent): Promise<boolean> {
  if (channelId === undefined || messageId === undefined) return false
  const row = await tx.get<{ unsent: number }>(
    `select i.unsent from channels c join message_ids i on i.channel = c.channel
     where c.channel_id = ? and i.message_id = ?`,
    channelId,
    messageId,
  )
  return row?.unsent === 1
}

/** A second delivery must not bring back what was erased. */
async function isOfErased(tx: Sql, { channelId, userId, at }: UnreadEvent): Promise<boolean> {
  return userId !== undefined && (await wasErased(tx, channelId ?? '', userId, at))
}

async function forgetOldest(tx: Sql): Promise<void> {
  await tx.run(
    `delete from unread_events
     where unread_id < (select unread_id from unread_events order by unread_id desc limit 1 offset ${given})`,
    mostKept - 1,
  )
}

/** Broken events can contain lone surrogates and NUL, which not every engine stores. */
function storable(text: string, mostLength: number): string {
  return text.slice(0, mostLength).toWellFormed().replaceAll('\0', '\ufffd')
}
