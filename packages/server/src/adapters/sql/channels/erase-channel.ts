import { allKinds } from '../../../domain/jobs/job.ts'
import type { Erased } from '../../../domain/storage/erasure.ts'
import { dropFromLimits } from '../accounts/channel-limits.ts'
import { deleteImports } from '../assistant/assistant-import.ts'
import { planJob } from '../jobs/jobs.ts'
import { releaseFile } from '../media/released-files.ts'
import { firstSlice, noteUnwiped, removeMessages, type SizedPosition } from '../messages/remove-messages.ts'
import { given, type Sql } from '../sql.ts'

/** Small tables of a channel; those that grow with the messages are emptied slice by slice. */
const small = [
  'members',
  'subscriptions',
  'private_members',
  'read_positions',
  'bookmarks',
  'rules',
  'rule_hits',
  'rule_pictures',
  'cooldowns',
  'newcomers',
  'model_days',
  'channel_stickers',
  'assistant_staged',
  'channel_sizes',
  'assistants',
  'channel_settings',
  'audit',
  'usage_days',
  'ledger_days',
  'saved_searches',
  'notified_changes',
  'search_names',
  'imports',
  'webhooks',
  'webhook_deliveries',
  'jobs',
]

/**
 * Hides the channel from everyone at once: what remains is a number without a name, which `dropChannelSlice` empties. Returns
 * what there was.
 */
export async function hideChannel(
  tx: Sql,
  channel: { channelNo: number; channelId: string; at: number; leave: boolean },
): Promise<Erased> {
  const { channelNo, channelId, at } = channel
  const erased = await countAll(tx, channelNo)
  const files = await tx.all<{ sha256: string }>(
    `select picture_sha256 as sha256 from members where channel = ? and picture_sha256 is not null
     union select picture_sha256 from channels where channel = ? and picture_sha256 is not null
     union select sha256 from rule_pictures where channel = ?
     union select file_sha256 from imports where channel = ? and file_sha256 is not null`,
    channelNo,
    channelNo,
    channelNo,
    channelNo,
  )
  for (const { sha256 } of files) await releaseFile(tx, sha256)
  await deleteImports(tx, channelNo)
  for (const table of small) await tx.run(`delete from ${table} where channel = ?`, channelNo)
  await dropFromLimits(tx, channelNo)
  await dropQueues(tx, channelNo)
  const chat = await tx.get<{ chatId: string | null }>(
    'select chat_id as "chatId" from channels where channel = ?',
    channelNo,
  )
  await tx.run('delete from chat_moves where channel = ?', channelNo)
  await tx.run('delete from claim_codes where channel_id = ?', channelId)
  await tx.run('delete from unread_events where channel_id = ?', channelId)
  await tx.run(
    `update channels set channel_id = 'erased ' || channel, chat_id = null, name = '', created_by = 'system', picture_url = null,
       picture_sha256 = null, picture_type = null, edit_version = edit_version + 1 where channel = ?`,
    channelNo,
  )
  // Otherwise the next message would create the channel again.
  const leaving = { kind: 'leave-channel', channelId: chat?.chatId ?? channelId } as const
  if (channel.leave) await planJob(tx, channelNo, leaving, at)
  await noteUnwiped(tx)
  return erased
}

/** The row itself is deleted last, when the bot has left the chat. */
export async function dropChannelSlice(
  tx: Sql,
  channelNo: number,
  limit: number,
): Promise<'more' | 'waiting' | 'done'> {
  const messages = await tx.all<SizedPosition>(
    `select message_id as "messageId", time, seq, length(json) as length from messages where channel = ?
     order by time, seq limit ${given}`,
    channelNo,
    limit,
  )
  if (messages.length > 0) {
    await removeMessages(tx, { channelNo, channelId: '' }, firstSlice(messages), 'nothing')
    return 'more'
  }
  for (const { table, id } of [
    { table: 'message_versions', id: 'message_id' },
    { table: 'message_details', id: 'message_id' },
    { table: 'early_edits', id: 'message_id' },
    { table: 'message_ids', id: 'message_id' },
    { table: 'events_seen', id: 'event_id' },
    { table: 'sends', id: 'send_id' },
    { table: 'changes', id: 'no' },
    { table: 'gaps', id: 'time' },
    { table: 'happenings', id: 'seq' },
    { table: 'import_rows', id: 'message_id' },
    { table: 'late_arrivals', id: 'minute' },
    { table: 'assistant_changes', id: 'version' },
    { table: 'assistant_versions', id: 'version' },
  ]) {
    const dropped = await tx.run(
      `delete from ${table} where channel = ? and ${id} in (
         select ${id} from ${table} where channel = ? limit ${given}
       )`,
      channelNo,
      channelNo,
      limit,
    )
    if (dropped > 0) {
      await noteUnwiped(tx)
      return 'more'
    }
  }
  await tx.run('delete from jobs where channel = ? and buried_at is not null', channelNo)
  if (await tx.get('select 1 from jobs where channel = ? limit 1', channelNo)) return 'waiting'
  // Again: a transaction that was running when the channel was hidden may have written since.
  await deleteImports(tx, channelNo)
  for (const table of small) await tx.run(`delete from ${table} where channel = ?`, channelNo)
  await dropQueues(tx, channelNo)
  await tx.run('delete from channels where channel = ?', channelNo)
  await noteUnwiped(tx)
  return 'done'
}

/** On PostgreSQL, queues are written by statements of their own, which also delete those of a channel that is gone. */
async function dropQueues(tx: Sql, channelNo: number): Promise<void> {
  if (tx.engine === 'sqlite') await tx.run('delete from job_queues where channel = ?', channelNo)
  else for (const kind of allKinds) await tx.intake.updateNextJob(channelNo, kind)
}

async function countAll(tx: Sql, channelNo: number): Promise<Erased> {
  const count = await tx.get<Erased>(
    `select (select count(*) from messages where channel = ?) as messages,
       (select count(*) from message_versions where channel = ?) as versions,
       (select count(*) from media where channel = ? and state = 'stored') as "mediaFiles",
       (select coalesce(sum(size_bytes), 0) from media where channel = ? and state = 'stored') as "mediaBytes",
       (select count(*) from members where channel = ?) as members`,
    channelNo,
    channelNo,
    channelNo,
    channelNo,
    channelNo,
  )
  if (!count) throw new Error('The count returned no row')
  return count
}
