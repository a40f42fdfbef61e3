import type { Merge } from '../../../../domain/channels/moved-chat.ts'
import { moveInLimits } from '../../accounts/channel-limits.ts'
import { planJob } from '../../jobs/jobs.ts'
import { releaseFile } from '../../media/released-files.ts'
import { notingBackup } from '../../messages/happenings.ts'
import { mergeLedger } from '../../messages/ledger/count-in-ledger.ts'
import { noteUnwiped } from '../../messages/remove-messages.ts'
import { insertUsage } from '../../platforms/intake-statements.ts'
import type { Sql } from '../../sql.ts'
import { copiedTables } from '../../storage/copied-tables.ts'
import { audit } from '../audit.ts'
import { noteChange } from '../changes.ts'
import { mergeAssistant } from './merge-assistant.ts'
import { mergeJobs } from './merge-jobs.ts'
import { mergeMembers } from './merge-members.ts'
import { mergeMessages } from './merge-messages.ts'

/**
 * Moves everything of a second channel into the first one of the same chat, and drops the second. The first one keeps its public
 * ID, history, rules, subscriptions and owner. The second one usually exists for a moment only, because the bot was reported in the
 * new chat before the move was. The caller has locked what a move needs (`locksOfMove`).
 */
export async function mergeChannel(tx: Sql, merge: Merge): Promise<void> {
  const { from, into, at } = merge
  const { channelNo, channelId } = into
  await notingBackup(tx, { channelNo, at }, async () => {
    await mergeAssistant(tx, merge)
    await mergeMembers(tx, merge)
  })
  await mergeMessages(tx, merge)
  await mergeJobs(tx, merge)
  await mergeCounts(tx, merge)
  await mergeRow(tx, merge)
  await dropChannel(tx, from.channelNo)
  await audit(tx, channelNo, { kind: 'system' }, at, { action: 'chat.merged', target: from.channelId })
  await planJob(tx, channelNo, { kind: 'refresh-channel', channelId }, at)
  // Live streams of the channel start over.
  await noteChange(tx, channelNo, at, { kind: 'reset' })
  await noteUnwiped(tx)
}

/** Adds up what was counted, and moves what only has to be listed under the other channel. */
async function mergeCounts(tx: Sql, { from, into }: Merge): Promise<void> {
  const counts = 'day, messages, media_files, media_bytes, auto_replies, welcomes'
  await tx.run(
    insertUsage(`select cast(? as bigint), ${counts} from usage_days where channel = ?`),
    into.channelNo,
    from.channelNo,
  )
  await tx.run(
    `insert into model_days (channel, day, requests, tokens)
     select cast(? as bigint), day, requests, tokens from model_days where channel = ?
     on conflict (channel, day) do update set requests = model_days.requests + excluded.requests,
       tokens = model_days.tokens + excluded.tokens`,
    into.channelNo,
    from.channelNo,
  )
  await mergeLedger(tx, { from: from.channelNo, into: into.channelNo })
  await tx.run(
    `insert into channel_stickers (channel, sticker) select cast(? as bigint), sticker from channel_stickers where channel = ?
     on conflict do nothing`,
    into.channelNo,
    from.channelNo,
  )
  for (const table of ['audit', 'saved_searches', 'chat_moves']) {
    await tx.run(`update ${table} set channel = ? where channel = ?`, into.channelNo, from.channelNo)
  }
  // Changes of the other chat aren't numbered like those of this one.
  await tx.run(
    `update webhooks set channel = ?, change_no = (select c.last_change from channels c where c.channel = ?) where channel = ?`,
    into.channelNo,
    into.channelNo,
    from.channelNo,
  )
  await tx.run('update webhook_deliveries set channel = ? where channel = ?', into.channelNo, from.channelNo)
  await moveInLimits(tx, { from: from.channelNo, into: into.channelNo })
  await tx.run('delete from channel_sizes where channel = ?', into.channelNo)
  for (const table of ['claim_codes', 'unread_events']) {
    await tx.run(`update ${table} set channel_id = ? where channel_id = ?`, into.channelId, from.channelId)
  }
}

type Row = {
  bot_present: number
  bot_changed_at: number
  enabled_at: number
  had_owner: number
  remind_owner_at: number | null
  webhook_news: number
  returned_at: number | null
  picture_sha256: string | null
  paused_until: number | null
}

/** Whether the bot is there is what the new chat said last. */
async function mergeRow(tx: Sql, { from, into, at }: Merge): Promise<void> {
  const [kept, second] = [await getRow(tx, into.channelNo), await getRow(tx, from.channelNo)]
  await releaseFile(tx, second.picture_sha256)
  const isNews = second.bot_present !== kept.bot_present && second.bot_changed_at >= kept.bot_changed_at
  const isBack = isNews && second.bot_present === 1
  const presence = isNews ? second : kept
  await tx.run(
    `update channels set bot_present = ?, bot_changed_at = ?, enabled_at = ?, had_owner = ?, remind_owner_at = ?, returned_at = ?,
       paused_until = ?, webhook_news = ?,
       tail_version = tail_version + 1, edit_version = edit_version + 1, rules_version = rules_version + 1 where channel = ?`,
    presence.bot_present,
    presence.bot_changed_at,
    isBack ? second.bot_changed_at : kept.enabled_at,
    Math.max(kept.had_owner, second.had_owner),
    kept.had_owner === 1 ? kept.remind_owner_at : second.remind_owner_at,
    isBack ? second.bot_changed_at : kept.returned_at,
    second.paused_until ?? kept.paused_until,
    Math.max(kept.webhook_news, second.webhook_news),
    into.channelNo,
  )
  // Nobody reported who left while the bot was away.
  if (isBack) await planJob(tx, into.channelNo, { kind: 'check-members', channelId: into.channelId }, at)
}

async function getRow(tx: Sql, channelNo: number): Promise<Row> {
  const row = await tx.get<Row>(
    `select bot_present, bot_changed_at, enabled_at, had_owner, remind_owner_at, returned_at, picture_sha256, paused_until,
       webhook_news from channels where channel = ?`,
    channelNo,
  )
  if (!row) throw new Error(`Channel ${channelNo} is gone`)
  return row
}

/** What is measured or found again, and so isn't copied. */
const derived = ['assistant_staged', 'channel_sizes', 'notified_changes', 'search_docs', 'search_names']

/** On PostgreSQL, the next claim deletes the queues of a channel that is gone. */
async function dropChannel(tx: Sql, channelNo: number): Promise<void> {
  const ofChannels = copiedTables.filter(({ name, columns }) => name !== 'channels' && columns.includes('channel'))
  for (const name of [...ofChannels.map((table) => table.name), ...derived]) {
    if (name === 'job_queues' && tx.engine === 'postgres') continue
    await tx.run(`delete from ${name} where channel = ?`, channelNo)
  }
  await tx.run('delete from channels where channel = ?', channelNo)
}
