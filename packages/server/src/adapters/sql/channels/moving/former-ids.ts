import { given, type Reader, type Sql } from '../../sql.ts'

/** The ID by which everything of a chat is stored. */
export async function toChannelId(tx: Sql, chatId: string): Promise<string> {
  const moved = await tx.get<{ channelId: string }>(
    `select c.channel_id as "channelId" from chat_moves v join channels c on c.channel = v.channel where v.chat_id = ?`,
    chatId,
  )
  return moved?.channelId ?? chatId
}

/** Whether there is a channel for this chat, under this ID or another. */
export async function knowsChat(sql: Reader, chatId: string): Promise<boolean> {
  const row = await sql.get(
    `select 1 as known from channels where channel_id = ? union all select 1 from chat_moves where chat_id = ? limit ${given}`,
    chatId,
    chatId,
    1,
  )
  return row !== undefined
}

/** Other IDs of the chat of a channel. */
export async function listFormerIds(tx: Sql, channelNo: number | undefined): Promise<string[]> {
  const rows = await tx.all<{ chatId: string }>(
    'select chat_id as "chatId" from chat_moves where channel = ? order by chat_id',
    channelNo ?? null,
  )
  return rows.map(({ chatId }) => chatId)
}
