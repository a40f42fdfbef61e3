import type { HistoryFormat } from '../../../domain/imports/history.ts'
import type { MessageDetails } from '../../../domain/messages/message-json.ts'
import { subjectOf } from '../../../domain/storage/erasure.ts'
import type { ImportRecord, LeftOutRecord, UndoneCounts } from '../../../ports/importing.ts'
import type { ImportOrigin } from '../../../ports/reading.ts'
import { forEachRow } from '../row-list.ts'
import type { Reader } from '../sql.ts'
import { listPeople } from './imported-people.ts'
import { idList } from './vouchers.ts'

const columns = `import_no as "importNo", state, reason, at, actor, file_name as "fileName", file_sha256 as sha256,
  file_bytes as "sizeBytes", reading, choices, preview, reached, outcome, ended_at as "endedAt"`

export async function listImports(sql: Reader, channelNo: number): Promise<ImportRecord[]> {
  return await sql.all<ImportRecord>(
    `select ${columns} from imports where channel = ? order by import_no desc`,
    channelNo,
  )
}

export async function findImport(sql: Reader, channelNo: number, importNo: number): Promise<ImportRecord | undefined> {
  return await sql.get<ImportRecord>(
    `select ${columns} from imports where channel = ? and import_no = ?`,
    channelNo,
    importNo,
  )
}

/** What an import vouches for is all that is left of it, so the counts are exact. */
export async function countUndone(sql: Reader, channelNo: number, importNo: number): Promise<UndoneCounts> {
  const counts = await sql.get<{ all: number; kept: number }>(
    `select count(*) as "all", coalesce(sum(case when exists (select 1 from import_rows o
         where o.channel = r.channel and o.message_id = r.message_id and o.import_no <> r.import_no) then 1 else 0 end), 0) as kept
       from import_rows r where r.channel = ? and r.import_no = ?`,
    channelNo,
    importNo,
  )
  const { all = 0, kept = 0 } = counts ?? {}
  return { removed: all - kept, kept }
}

const firstOf = forEachRow(
  (rows) => `select r.message_id, min(r.import_no) from ${rows} cross join import_rows r
     where r.channel = ? and r.import_no <> ? and r.message_id = l.value ->> 0 group by r.message_id`,
)

export async function listImportsOf(
  sql: Reader,
  channelNo: number,
  messageIds: readonly string[],
  except = 0,
): Promise<Map<string, number>> {
  if (messageIds.length === 0) return new Map()
  return new Map(await sql.lists<[string, number]>(firstOf[sql.engine], idList(messageIds), channelNo, except))
}

/** The formats of the files of all imports. A channel has few of them. */
async function listFormats(sql: Reader, channelNo: number): Promise<Map<number, HistoryFormat>> {
  return new Map(
    await sql.lists<[number, HistoryFormat]>(
      'select import_no, format from imports where channel = ? and format is not null',
      channelNo,
    ),
  )
}

/** The first import of each message that came with one, by the ID of the message. */
export async function listOrigins(
  sql: Reader,
  channelNo: number,
  messages: readonly { messageId: string; details: MessageDetails | null }[],
): Promise<Map<string, ImportOrigin>> {
  const ids = messages.flatMap(({ messageId, details }) => (details?.imported ? messageId : []))
  const numbers = await listImportsOf(sql, channelNo, ids)
  if (numbers.size === 0) return new Map()
  const formats = await listFormats(sql, channelNo)
  return new Map(
    [...numbers].flatMap(([id, importNo]) => {
      const format = formats.get(importNo)
      return format ? [[id, { importNo, format }] as const] : []
    }),
  )
}

/** Formats of the imports that messages may be from. */
export async function listFormatsHere(sql: Reader, channelNo: number): Promise<HistoryFormat[]> {
  const rows = await sql.lists<[HistoryFormat]>(
    `select distinct format from imports where channel = ? and state in ('writing', 'done', 'undoing') and format is not null`,
    channelNo,
  )
  return rows.flat().sort()
}

const formatOf = forEachRow(
  (rows) => `select r.message_id, min(i.format) from ${rows} cross join import_rows r
     join imports i on i.channel = r.channel and i.import_no = r.import_no
     where r.channel = ? and r.message_id = l.value ->> 0 and i.format is not null group by r.message_id`,
)

/** The format that an export says. Of several, always the same one, whatever the order in which they were imported. */
export async function listShownFormats(
  sql: Reader,
  channelNo: number,
  messageIds: readonly string[],
): Promise<Map<string, HistoryFormat>> {
  if (messageIds.length === 0) return new Map()
  return new Map(await sql.lists<[string, HistoryFormat]>(formatOf[sql.engine], idList(messageIds), channelNo))
}

export async function readLeftOut(
  sql: Reader,
  channelNo: number,
  channelId: string,
  userIds: readonly string[],
): Promise<LeftOutRecord> {
  const people = await listPeople(sql, { channelNo, channelId }, userIds)
  const erasedUntil = new Map<string, number>()
  const privateSince = new Map<string, number>()
  for (const [userId, { erasedAt, privateSince: since }] of people) {
    if (erasedAt !== undefined) erasedUntil.set(userId, erasedAt)
    if (since !== undefined) privateSince.set(userId, since)
  }
  const erased = await sql.get(
    `select 1 from erasures where kind = 'person' and (channel_subject is null or channel_subject = ?) limit 1`,
    subjectOf(channelId),
  )
  const unseen = await sql.get('select 1 from private_members where channel = ? limit 1', channelNo)
  return { erasedUntil, privateSince, hasErased: erased !== undefined, hasPrivate: unseen !== undefined }
}
