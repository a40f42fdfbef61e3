import { sizeLimits } from '@innkeeper/contract'
import { invalid, Refusal } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { BookmarkRecord, MessagePosition } from '../../../ports/reading.ts'
import { accessScene, actorOf } from '../members/authority.ts'
import type { Reader, Sql } from '../sql.ts'

export async function saveBookmark(tx: Sql, command: CommandOf<'save-bookmark'>): Promise<null> {
  const { channelNo } = await accessScene(tx, command)
  const { userId } = actorOf(command.by)
  const { messageId, note, at } = command
  const known = await findBookmark(tx, channelNo, userId, messageId)
  if (known) {
    if (note === undefined || note === known.note) return null
    await tx.run(
      'update bookmarks set note = ?, updated_at = ? where channel = ? and message_id = ? and user_id = ?',
      note,
      at,
      channelNo,
      messageId,
      userId,
    )
    return null
  }
  // Unsent since the caller was shown it.
  const position = await tx.get<MessagePosition>(
    'select time, seq from message_ids where channel = ? and message_id = ? and time is not null',
    channelNo,
    messageId,
  )
  if (!position) throw new Refusal('message-not-found')
  const had = await tx.get<{ count: number }>(
    'select count(*) as count from bookmarks where channel = ? and user_id = ?',
    channelNo,
    userId,
  )
  if ((had?.count ?? 0) >= sizeLimits.bookmarks) {
    throw invalid(`A person can have at most ${sizeLimits.bookmarks} bookmarks in a channel; delete some first`)
  }
  await tx.run(
    `insert into bookmarks (channel, message_id, user_id, time, seq, note, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    channelNo,
    messageId,
    userId,
    position.time,
    position.seq,
    note ?? '',
    at,
    at,
  )
  return null
}

export async function deleteBookmark(tx: Sql, command: CommandOf<'delete-bookmark'>): Promise<null> {
  const { channelNo } = await accessScene(tx, command)
  const deleted = await tx.run(
    'delete from bookmarks where channel = ? and message_id = ? and user_id = ?',
    channelNo,
    command.messageId,
    actorOf(command.by).userId,
  )
  if (deleted === 0) throw new Refusal('bookmark-not-found')
  return null
}

type Row = Omit<BookmarkRecord, 'position'> & MessagePosition

const columns = 'time, seq, message_id as "messageId", note, created_at as "createdAt", updated_at as "updatedAt"'

export async function listBookmarks(
  sql: Reader,
  channelNo: number,
  userId: string,
  from: number,
): Promise<BookmarkRecord[]> {
  const rows = await sql.all<Row>(
    `select ${columns} from bookmarks where channel = ? and user_id = ? and time >= ? order by time desc, seq desc`,
    channelNo,
    userId,
    from,
  )
  return rows.map(toRecord)
}

export async function findBookmark(
  sql: Reader,
  channelNo: number,
  userId: string,
  messageId: string,
): Promise<BookmarkRecord | undefined> {
  const row = await sql.get<Row>(
    `select ${columns} from bookmarks where channel = ? and message_id = ? and user_id = ?`,
    channelNo,
    messageId,
    userId,
  )
  return row && toRecord(row)
}

function toRecord({ time, seq, ...row }: Row): BookmarkRecord {
  return { position: { time, seq }, ...row }
}
