import { stickerKey } from '../../../domain/messages/sticker.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { noteChange } from '../channels/changes.ts'
import { planJob } from '../jobs/jobs.ts'
import { given, type Reader, type Sql } from '../sql.ts'
import { releaseFile } from './released-files.ts'

type Row = { sha256: string | null; triedAt: number }

const find = 'select sha256, tried_at as "triedAt" from stickers where sticker = ?'

export async function findSticker(
  sql: Reader,
  sticker: string,
): Promise<{ hasPicture: boolean; triedAt: number } | undefined> {
  const row = await sql.get<Row>(find, sticker)
  return row && { hasPicture: row.sha256 !== null, triedAt: row.triedAt }
}

/**
 * Channels share stickers, so their rows are locked, after the channel. One command locks one of them, or several in order
 * (`forgetStickers`), so they can't deadlock.
 */
async function lockSticker(tx: Sql, sticker: string): Promise<Row | undefined> {
  return await tx.get<Row>(tx.engine === 'sqlite' ? find : `${find} for update`, sticker)
}

export async function recordSticker(tx: Sql, command: CommandOf<'record-sticker'>): Promise<null> {
  const { sticker, picture } = command
  const channelNo = await findChannelNo(tx, command.channelId)
  if (channelNo === undefined) return null
  const before = await lockSticker(tx, sticker)
  // Someone else may have got one meanwhile.
  const kept = picture === null && before?.sha256 != null
  if (!kept) await replace(tx, command)
  if (picture && before?.sha256 !== picture.sha256) await releaseFile(tx, before?.sha256)
  await noteUse(tx, channelNo, command)
  if (picture || kept) await noteShown(tx, channelNo, command)
  return null
}

async function replace(tx: Sql, { sticker, picture, triedAt, ref }: CommandOf<'record-sticker'>): Promise<void> {
  await tx.run(
    `insert into stickers (sticker, sha256, width, height, tried_at, file_ref) values (?, ?, ?, ?, ?, ?)
     on conflict (sticker) do update set sha256 = excluded.sha256, width = excluded.width, height = excluded.height,
       tried_at = excluded.tried_at, file_ref = coalesce(excluded.file_ref, stickers.file_ref)`,
    sticker,
    picture?.sha256 ?? null,
    picture?.width ?? null,
    picture?.height ?? null,
    triedAt,
    ref,
  )
}

export async function noteStickerUse(tx: Sql, command: CommandOf<'use-sticker'>): Promise<boolean> {
  const channelNo = await findChannelNo(tx, command.channelId)
  if (channelNo === undefined) return true
  const known = await lockSticker(tx, command.sticker)
  if (!known) return false
  await noteUse(tx, channelNo, command)
  if (known.sha256 !== null) await noteShown(tx, channelNo, command)
  return true
}

async function noteUse(tx: Sql, channelNo: number, { sticker }: { sticker: string }): Promise<void> {
  await tx.run(
    'insert into channel_stickers (channel, sticker) values (?, ?) on conflict do nothing',
    channelNo,
    sticker,
  )
}

/** The message now has a picture to show. Clients show it for every message with the same sticker. */
async function noteShown(
  tx: Sql,
  channelNo: number,
  { at, messageId }: { at: number; messageId: string },
): Promise<void> {
  const message = await tx.get<{ time: number; seq: number }>(
    'select time, seq from message_ids where channel = ? and message_id = ? and time is not null',
    channelNo,
    messageId,
  )
  if (message) await noteChange(tx, channelNo, at, { kind: 'media', place: [message.time, message.seq] })
}

export async function planStickers(tx: Sql, { at, channelId, stickers }: CommandOf<'plan-stickers'>): Promise<null> {
  const channel = await tx.get<{ channel: number; platform: string }>(
    'select channel, platform from channels where channel_id = ?',
    channelId,
  )
  if (!channel) return null
  for (const sticker of stickers) {
    const key = stickerKey(channel.platform, sticker)
    const row = await tx.get<{ ref: string | null }>('select file_ref as ref from stickers where sticker = ?', key)
    const ref = row?.ref == null ? {} : { ref: row.ref }
    await planJob(tx, channel.channel, { kind: 'fetch-sticker', channelId, ...sticker, ...ref }, at)
  }
  return null
}

/**
 * Locked first and checked again: a channel may have begun to use one in a transaction that had not ended when they were listed.
 */
export async function forgetStickers(tx: Sql, { limit }: CommandOf<'forget-stickers'>): Promise<number> {
  const unused = await tx.all<{ sticker: string }>(
    `select sticker from stickers s where ${isUnused} order by sticker limit ${given}
     ${tx.engine === 'sqlite' ? '' : 'for update'}`,
    limit,
  )
  for (const { sticker } of unused) {
    const [removed] = await tx.returning<{ sha256: string | null }>(
      `delete from stickers as s where sticker = ? and ${isUnused} returning sha256`,
      sticker,
    )
    await releaseFile(tx, removed?.sha256)
  }
  return unused.length
}

const isUnused = 'not exists (select 1 from channel_stickers u where u.sticker = s.sticker)'

async function findChannelNo(tx: Sql, channelId: string): Promise<number | undefined> {
  const row = await tx.get<{ channel: number }>('select channel from channels where channel_id = ?', channelId)
  return row?.channel
}
