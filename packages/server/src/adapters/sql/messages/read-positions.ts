import type { CommandOf } from '../../../ports/commands.ts'
import type { MessagePosition } from '../../../ports/reading.ts'
import { accessScene, actorOf } from '../members/authority.ts'
import { forEachRow, rowList } from '../row-list.ts'
import { given, type Reader, type Sql } from '../sql.ts'

export async function markRead(tx: Sql, command: CommandOf<'mark-read'>): Promise<null> {
  const { channelNo } = await accessScene(tx, command)
  const { time, seq } = command.position
  // Two browsers of one person report in any order.
  await tx.run(
    `insert into read_positions (channel, user_id, time, seq) values (?, ?, ?, ?)
     on conflict (channel, user_id) do update set time = excluded.time, seq = excluded.seq
       where (excluded.time, excluded.seq) > (read_positions.time, read_positions.seq)`,
    channelNo,
    actorOf(command.by).userId,
    time,
    seq,
  )
  return null
}

export async function findReadPosition(
  sql: Reader,
  channelNo: number,
  userId: string,
): Promise<MessagePosition | undefined> {
  return await sql.get<MessagePosition>(
    'select time, seq from read_positions where channel = ? and user_id = ?',
    channelNo,
    userId,
  )
}

export async function getUnread(
  sql: Reader,
  channelNo: number,
  { time, seq }: MessagePosition,
  most: number,
): Promise<{ count: number; firstId: string | undefined }> {
  const after = 'from messages where channel = ? and (time, seq) > (?, ?) order by time, seq'
  const first = await sql.get<{ id: string }>(`select message_id as id ${after} limit 1`, channelNo, time, seq)
  if (!first) return { count: 0, firstId: undefined }
  const counted = await sql.get<{ count: number }>(
    `select count(*) as count from (select 1 ${after} limit ${given}) few`,
    channelNo,
    time,
    seq,
    most,
  )
  return { count: counted?.count ?? 0, firstId: first.id }
}

export async function countUnread(
  sql: Reader,
  positions: readonly { channelNo: number; after: MessagePosition }[],
  most: number,
): Promise<Map<number, number>> {
  if (positions.length === 0) return new Map()
  const rows = positions.map(({ channelNo, after: { time, seq } }) => [channelNo, time, seq])
  const counted = await sql.all<{ channelNo: number; count: number }>(countEach[sql.engine], most, rowList(rows))
  return new Map(counted.map(({ channelNo, count }) => [channelNo, count]))
}

const countEach = forEachRow(
  (rows) => `select cast(l.value ->> 0 as bigint) as "channelNo", (
      select count(*) from (
        select 1 from messages m where m.channel = cast(l.value ->> 0 as bigint)
          and (m.time, m.seq) > (cast(l.value ->> 1 as bigint), cast(l.value ->> 2 as bigint)) limit ${given}
      ) few
    ) as count from ${rows}`,
)
