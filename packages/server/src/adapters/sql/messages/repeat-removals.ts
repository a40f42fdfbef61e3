import { subjectOfKey, subjectOfMessage } from '../../../domain/storage/erasure.ts'
import type { RemovalProgress } from '../../../ports/commands/erasing.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { revokeFamily } from '../accounts/keys.ts'
import { noteChange } from '../channels/changes.ts'
import { given, type Sql } from '../sql.ts'
import { findRemoval } from '../storage/ledger.ts'
import { noteUnwiped } from './remove-messages.ts'
import { unsendMessage } from './unsend.ts'

/**
 * The ledger contains hashes, so the matching messages are found by hashing those in the store. Messages are processed slice by
 * slice, in the order of their ids; an entry is found by its key, and a ledger of any length is never read into memory.
 */
export async function repeatRemovals(
  tx: Sql,
  { at, after, limit }: CommandOf<'repeat-removals'>,
): Promise<RemovalProgress> {
  const keys = after === null ? await revokeAgain(tx) : 0
  if (after === null) await forgetUnread(tx)
  const found = await tx.all<Row>(
    `select i.channel as "channelNo", c.channel_id as "channelId", i.message_id as "messageId", i.time, i.seq
     from message_ids i join channels c on c.channel = i.channel
     where (i.channel, i.message_id) > (?, ?) and i.unsent = 0 order by i.channel, i.message_id limit ${given}`,
    after?.channelNo ?? 0,
    after?.messageId ?? '',
    limit,
  )
  let messages = 0
  let versions = 0
  let mediaFiles = 0
  for (const { channelNo, channelId, messageId, time, seq } of found) {
    if ((await findRemoval(tx, 'message', subjectOfMessage(channelId, messageId))) === undefined) continue
    const removed = await unsendMessage(tx, { channelNo, channelId }, { messageId, time, seq })
    versions += removed.versions
    mediaFiles += removed.mediaFiles
    if (time === null) continue
    messages++
    await noteChange(tx, channelNo, at, { kind: 'unsent', messages: [[messageId, time]] })
  }
  const last = found.length < limit ? undefined : found.at(-1)
  const next = last ? { channelNo: last.channelNo, messageId: last.messageId } : null
  return { messages, versions, mediaFiles, keys, after: next }
}

type Row = { channelNo: number; channelId: string; messageId: string; time: number | null; seq: number | null }

async function revokeAgain(tx: Sql): Promise<number> {
  const keys = await tx.all<{ keyId: string }>(
    `select key_id as "keyId" from keys where kind = 'key' and revoked_at is null`,
  )
  let revoked = 0
  for (const { keyId } of keys) {
    const at = await findRemoval(tx, 'key', subjectOfKey(keyId))
    if (at !== undefined) revoked += (await revokeFamily(tx, keyId, at)).length
  }
  return revoked
}

/** Events that could not be read are kept as they were sent. There are few. */
async function forgetUnread(tx: Sql): Promise<void> {
  const unread = await tx.all<{ unreadId: number; channelId: string; messageId: string }>(
    `select unread_id as "unreadId", channel_id as "channelId", message_id as "messageId" from unread_events
     where channel_id is not null and message_id is not null`,
  )
  for (const { unreadId, channelId, messageId } of unread) {
    if ((await findRemoval(tx, 'message', subjectOfMessage(channelId, messageId))) === undefined) continue
    await tx.run('delete from unread_events where unread_id = ?', unreadId)
    await noteUnwiped(tx)
  }
}
