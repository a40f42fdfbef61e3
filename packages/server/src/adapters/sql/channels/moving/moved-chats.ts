import { decideMove, type KnownChat } from '../../../../domain/channels/moved-chat.ts'
import type { CommandOf } from '../../../../ports/commands.ts'
import type { Sql } from '../../sql.ts'
import { mergeChannel } from './merge-channel.ts'

type Move = Pick<CommandOf<'move-chat'>, 'at' | 'from' | 'to'>

/** Written when a call to the former chat was refused because it moved. */
export async function recordMove(tx: Sql, command: CommandOf<'move-chat'>): Promise<null> {
  await moveChat(tx, command)
  return null
}

/**
 * Notes that a chat has a new ID. The caller has locked both channels. Returns false if neither chat is known. Repeating it, or
 * learning of the same move in another way, has no further effect.
 */
export async function moveChat(tx: Sql, { at, from, to }: Move): Promise<boolean> {
  if (from === to) return true
  const known = { from: await findKnownChat(tx, from), to: await findKnownChat(tx, to) }
  const decision = decideMove(known, from)
  switch (decision.kind) {
    case 'unknown':
      return false
    case 'nothing':
      return true
    case 'follow':
      await follow(tx, decision.channel, { chatId: to, alias: to })
      return true
    case 'remember':
      await follow(tx, decision.channel, { chatId: decision.channel.chatId, alias: from })
      return true
    case 'merge':
      await mergeChannel(tx, { from: decision.from, into: decision.into, at })
      await follow(tx, decision.into, { chatId: to, alias: to })
      await follow(tx, decision.into, { chatId: to, alias: decision.from.channelId, merged: decision.from.channelNo })
      return true
  }
}

/** `alias`: events that use this ID belong to the channel from now on. `merged`: the number of the channel that had it. */
async function follow(
  tx: Sql,
  { channelNo, channelId }: KnownChat,
  { chatId, alias, merged }: { chatId: string; alias: string; merged?: number },
): Promise<void> {
  await tx.run('update channels set chat_id = ? where channel = ?', chatId, channelNo)
  if (alias !== channelId) {
    await tx.run(
      `insert into chat_moves (chat_id, channel, merged) values (?, ?, ?)
       on conflict (chat_id) do update set channel = excluded.channel, merged = coalesce(excluded.merged, chat_moves.merged)`,
      alias,
      channelNo,
      merged ?? null,
    )
  }
  await tx.run('update unread_events set channel_id = ? where channel_id = ?', channelId, alias)
}

/** The channel of a chat, also under an ID that it had before it moved. */
async function findKnownChat(tx: Sql, chatId: string): Promise<KnownChat | undefined> {
  const text = `select c.channel as "channelNo", c.channel_id as "channelId", coalesce(c.chat_id, c.channel_id) as "chatId"
    from channels c`
  return (
    (await tx.get<KnownChat>(`${text} where c.channel_id = ?`, chatId)) ??
    (await tx.get<KnownChat>(`${text} join chat_moves v on v.channel = c.channel where v.chat_id = ?`, chatId))
  )
}
