import type { QaMode, Send, SendFailure, SendState } from '@innkeeper/contract'
import { toTimestamp, toTimestampOrNull } from '../../../../domain/timestamp.ts'
import type { AnswerRecord, SendPosition, SendQuery, SendSlice } from '../../../../ports/records.ts'
import { given, type Reader } from '../../sql.ts'

type Row = {
  send_id: number
  kind: Send['kind']
  at: number
  message_id: string | null
  user_id: string | null
  rule_id: string | null
  mode: QaMode | null
  state: SendState
  sent_by: Send['by']
  finished_at: number | null
  failure: SendFailure | null
  reason: string | null
  texts: string
  detail: string | null
}

const columns =
  'send_id, kind, at, message_id, user_id, rule_id, mode, state, sent_by, finished_at, failure, reason, texts, detail'
/** A filter may match little or nothing, so no read scans more than this many, however long the log is. */
const sliceLength = 5_000

export async function listSends(
  sql: Reader,
  channelNo: number,
  look: SendQuery,
  slice = sliceLength,
): Promise<SendSlice> {
  const { since, before, state, ruleId, messageId, askedBy, limit } = look
  const end = await findSliceEnd(sql, channelNo, { since, before, slice })
  const rows = await sql.all<Row>(
    `select ${columns} from sends
     where channel = ? and (at, send_id) < (?, ?) and (at, send_id) >= (?, ?)
       and (cast(? as text) is null or state = ?) and (cast(? as text) is null or rule_id = ?)
       and (cast(? as text) is null or message_id = ?)
       and (cast(? as text) is null or (user_id = ? and kind = 'answer'))
     order by at desc, send_id desc limit ${given}`,
    channelNo,
    before.at,
    before.sendId,
    end?.at ?? since,
    end?.sendId ?? 0,
    ...[state, ruleId, messageId, askedBy].flatMap((wanted) => [wanted ?? null, wanted ?? null]),
    limit,
  )
  const isFull = rows.length === limit
  return {
    sends: rows.map((row) => ({ send: toSend(row), position: { at: row.at, sendId: row.send_id } })),
    next: isFull ? undefined : end,
  }
}

/** Undefined if the log ends within the slice. */
async function findSliceEnd(
  sql: Reader,
  channelNo: number,
  { since, before, slice }: { since: number; before: SendPosition; slice: number },
): Promise<SendPosition | undefined> {
  return await sql.get<SendPosition>(
    `select at, send_id as "sendId" from sends where channel = ? and (at, send_id) < (?, ?) and at >= ?
     order by at desc, send_id desc limit 1 offset ${given}`,
    channelNo,
    before.at,
    before.sendId,
    since,
    slice,
  )
}

/** A reply has the time of the message it answers. */
export async function listAnswered(sql: Reader, channelNo: number, messageIds: readonly string[]): Promise<string[]> {
  if (messageIds.length === 0) return []
  const rows = await sql.all<{ id: string }>(
    `select message_id as id from sends
     where channel = ? and kind = 'answer' and state <> 'refused' and message_id in (${messageIds.map(() => '?')})`,
    channelNo,
    ...messageIds,
  )
  return rows.map(({ id }) => id)
}

export async function listSendsTo(
  sql: Reader,
  channelNo: number,
  message: { messageId: string; sentAt: number },
): Promise<Send[]> {
  const rows = await sql.all<Row>(
    `select ${columns} from sends where channel = ? and at = ? and message_id = ? order by send_id`,
    channelNo,
    message.sentAt,
    message.messageId,
  )
  return rows.map(toSend)
}

/** A late message is judged by its own time, and ends the cooldown that an earlier answer had started. */
const mostLateMs = 24 * 60 * 60_000

/** Failures of sends that were refused immediately, so nothing was sent. */
const silentFailures: SendFailure[] = ['no-token', 'undecided', 'ai-day-limit', 'ai-channel-limit', 'ai-member-limit']
const neverSent = silentFailures.map((failure) => `'${failure}'`).join(', ')

/**
 * If the message is gone, the time decides what came first. A send that was refused immediately didn't keep anything else from
 * being sent.
 */
export async function listAnswersBefore(
  sql: Reader,
  channelNo: number,
  message: { sentAt: number; seq: number },
  withinMs: number,
): Promise<AnswerRecord[]> {
  const rows = await sql.all<AnswerRecord>(
    `select s.at, s.rule_id as "ruleId", s.user_id as "userId" from sends s
     left join message_ids i on i.channel = s.channel and i.message_id = s.message_id
     where s.channel = ? and s.at > ? and s.at < ? and s.kind = 'answer'
       and not (s.state = 'refused' and s.finished_at = s.at and s.failure in (${neverSent}))
       and (i.seq < ? or (i.seq is null and s.at <= ?))
     order by s.send_id desc limit ${given}`,
    channelNo,
    message.sentAt - withinMs - mostLateMs,
    message.sentAt + withinMs + mostLateMs,
    message.seq,
    message.sentAt,
    sliceLength,
  )
  return rows.reverse()
}

function toSend(row: Row): Send {
  return {
    id: String(row.send_id),
    kind: row.kind,
    messageId: row.message_id,
    userId: row.user_id,
    ruleId: row.rule_id,
    mode: row.mode,
    at: toTimestamp(row.at),
    state: row.state,
    by: row.sent_by,
    finishedAt: toTimestampOrNull(row.finished_at),
    failure: row.failure,
    reason: row.reason,
    texts: JSON.parse(row.texts),
    model: row.mode === 'ai' && row.detail !== null ? toModelChoice(JSON.parse(row.detail)) : null,
  }
}

/** As stored with an answer that a model chose. */
type KeptChoice = { offered?: { ruleIds: string[]; passages: number }; passage?: number; tokens?: number }

function toModelChoice({ offered, passage, tokens = 0 }: KeptChoice): Send['model'] {
  return offered ? { ...offered, passage: passage ?? null, tokens } : null
}
