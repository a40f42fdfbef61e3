import type { HappeningWord } from '@innkeeper/contract'
import type { AnswerEntry, GapEntry, HappeningEntry } from '../../../../domain/messages/export/records.ts'
import type { EndedSpan } from '../../../../ports/exporting.ts'
import type { MessagePosition } from '../../../../ports/reading.ts'
import type { Reader } from '../../sql.ts'

type Mark = AnswerEntry | GapEntry | HappeningEntry

/** After a message up to and including `end`; without `end`, up to the time `to`. */
type Stretch = { after: MessagePosition; end: MessagePosition | undefined; to: number }

const lastSeq = Number.MAX_SAFE_INTEGER

type AnswerRow = Omit<AnswerEntry, 'kind' | 'texts'> & { texts: string }

type HappeningRow = {
  time: number
  seq: number
  what: HappeningWord
  userId: string
  name: string | null
  oldName: string | null
  newName: string | null
  since: number | null
}

/**
 * What a timeline shows besides messages. What the bot said comes after all messages of the same moment, so what it said in the
 * last moment of a slice belongs to the next one.
 */
export async function readMarks(sql: Reader, channelNo: number, { after, end, to }: Stretch): Promise<Mark[]> {
  const until = end ?? { time: to - 1, seq: lastSeq }
  const between = [channelNo, after.time, after.seq, until.time, until.seq] as const
  const [gaps, happenings, answers] = await Promise.all([
    sql.lists<[time: number, seq: number]>(
      `select time, seq from gaps where channel = ? and (time, seq) > (?, ?) and (time, seq) <= (?, ?)`,
      ...between,
    ),
    sql.all<HappeningRow>(
      `select h.time, h.seq, h.what, h.user_id as "userId", m.display_name as name, h.old_name as "oldName",
         h.new_name as "newName", h.since
       from happenings h left join members m on m.channel = h.channel and m.user_id = h.user_id
       where h.channel = ? and (h.time, h.seq) > (?, ?) and (h.time, h.seq) <= (?, ?)`,
      ...between,
    ),
    sql.all<AnswerRow>(
      `select send_id as id, said_at as time, kind as what, texts, message_id as "messageId" from sends
       where channel = ? and said_at >= ? and said_at < ? and state in ('sent', 'unknown')`,
      channelNo,
      after.time,
      end === undefined ? to : end.time,
    ),
  ])
  return [
    ...gaps.map(([time, seq]): GapEntry => ({ kind: 'gap', time, seq })),
    ...happenings.map(toHappening),
    ...answers.map((row): AnswerEntry => ({ kind: 'answer', ...row, texts: JSON.parse(row.texts) })),
  ]
}

export async function listMissingSpans(
  sql: Reader,
  channelNo: number,
  { from, to }: { from: number; to: number },
): Promise<EndedSpan[]> {
  return await sql.all<EndedSpan>(
    `select since, time as until, what as "endedBy" from happenings
     where channel = ? and time >= ? and time < ? and since is not null order by time, seq`,
    channelNo,
    from,
    to,
  )
}

function toHappening({ userId, name, since, ...row }: HappeningRow): HappeningEntry {
  const person = userId === '' ? null : { id: userId, name: name ?? userId }
  return { kind: 'happening', ...row, person, missingSince: since }
}
