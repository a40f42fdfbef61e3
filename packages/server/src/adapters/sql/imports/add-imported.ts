import { importedMediaKey, isImportedPerson } from '../../../domain/imports/imported-id.ts'
import { mayBeUnsent, spanOfUnsent } from '../../../domain/imports/unsent-meanwhile.ts'
import { decideVouch, type ImportedVersion, type Vouchers } from '../../../domain/imports/vouching.ts'
import type { Job } from '../../../domain/jobs/job.ts'
import { isMedia, renderMessage } from '../../../domain/messages/message-json.ts'
import type { AddedHistory, ImportedRow } from '../../../ports/commands/imports.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { noteChange } from '../channels/changes.ts'
import { planJobs } from '../jobs/jobs.ts'
import { releaseFile } from '../media/released-files.ts'
import { forEachRow, rowList } from '../row-list.ts'
import type { Sql, Value } from '../sql.ts'
import { mediaColumns, publicTime } from './imported-media.ts'
import { idsOf, type KnownPeople, listPeople, mayComeIn } from './imported-people.ts'
import { endImport, undoUnasked } from './imports.ts'
import { showVersion } from './show-version.ts'
import { idList, listVouchers } from './vouchers.ts'

/** Messages in one change. The search index reads a change as a whole. */
const mostPositions = 50

type Place = [time: number, seq: number]

/** Repeating it changes nothing, because the IDs of messages follow from what they are. */
export async function addImported(tx: Sql, command: CommandOf<'add-imported'>): Promise<AddedHistory> {
  const { at, channelId, importNo, reached, outcome } = command
  const row = await tx.get<{ channelNo: number; lastSeq: number; state: string }>(
    `select c.channel as "channelNo", c.last_seq as "lastSeq", i.state
     from channels c join imports i on i.channel = c.channel where c.channel_id = ? and i.import_no = ?`,
    channelId,
    importNo,
  )
  if (row?.state !== 'writing') return { kind: 'stopped', added: 0 }
  const { channelNo, lastSeq } = row
  const key = [channelNo, importNo] as const
  if (!(await tx.intake.isBackedUp(channelNo))) {
    await undoUnasked(tx, key, at, 'No one subscribes to the channel’s backup any more, so its messages aren’t saved')
    return { kind: 'stopped', added: 0 }
  }
  const messages = await withoutUnsent(tx, channelNo, command)
  const places = await write(tx, { channelNo, channelId, importNo, lastSeq, at }, messages)
  for (let from = 0; from < places.length; from += mostPositions) {
    const some = places.slice(from, from + mostPositions)
    await noteChange(tx, channelNo, at, { kind: 'messages', places: some, isImported: true })
  }
  await tx.run('update imports set reached = ? where channel = ? and import_no = ?', reached, ...key)
  if (outcome === undefined) return { kind: 'going-on', added: places.length }
  await endImport(tx, key, at, { state: 'done', outcome })
  await noteChange(tx, channelNo, at, { kind: 'reset', ofImport: [importNo, 'finished'] })
  return { kind: 'done', added: places.length }
}

/** Someone may have unsent a message since the file was compared, which happens in another transaction. */
async function withoutUnsent(
  tx: Sql,
  channelNo: number,
  { messages, gaps }: Pick<CommandOf<'add-imported'>, 'messages' | 'gaps'>,
): Promise<ImportedRow[]> {
  if (messages.length === 0) return messages
  const { from, to } = spanOfUnsent(messages)
  const now = await tx.lists<[time: number, seq: number]>(
    'select time, seq from gaps where channel = ? and time between ? and ?',
    channelNo,
    from,
    to,
  )
  const isUnsent = mayBeUnsent(gaps, now)
  return messages.filter((message) => !isUnsent(message))
}

type Target = { channelNo: number; channelId: string; importNo: number; lastSeq: number; at: number }

/** Returns where messages are now that are new or have moved. */
async function write(tx: Sql, target: Target, messages: readonly ImportedRow[]): Promise<Place[]> {
  if (messages.length === 0) return []
  const { channelNo, importNo } = target
  const people = await listPeople(tx, target, [...new Set(messages.flatMap(idsOf))])
  const ids = messages.map(({ messageId }) => messageId)
  const vouchers = await listVouchers(tx, channelNo, ids)
  const known = await findKnown(tx, channelNo, ids)
  const added = new Map<string, ImportedRow>()
  const vouched = new Map<string, ImportedVersion>()
  const places: Place[] = []
  for (const message of messages) {
    const { messageId } = message
    const others: Vouchers = vouchers.get(messageId) ?? new Map()
    // It left the channel in a way that it must not come back from.
    const isGone = known.has(messageId) && others.size === 0
    if (isGone || vouched.has(messageId) || !mayComeIn(message, people)) continue
    const version = versionOf(message)
    vouched.set(messageId, version)
    const before = others.get(importNo)?.file
    if (before !== version.file) await releaseFile(tx, before)
    const change = decideVouch(others, importNo, version)
    if (change.kind === 'add') added.set(messageId, message)
    if (change.kind !== 'change') continue
    const place = await showVersion(tx, target, messageId, change.version)
    if (place) places.push(place)
  }
  const rows = [...vouched].map(([id, { time, precisionMs, name, file, fileBytes, noFile }]) => [
    id,
    time,
    precisionMs,
    name,
    file ?? null,
    fileBytes ?? null,
    noFile ?? null,
  ])
  await tx.run(insertRows[tx.engine], channelNo, importNo, rowList(rows))
  return [...(await insertMessages(tx, target, [...added.values()], people)), ...places]
}

/** People with an ID here are shown with their name here. */
function versionOf({
  time,
  precisionMs,
  senderId,
  senderName,
  content,
  file = 'missing',
}: ImportedRow): ImportedVersion {
  const said = { time, precisionMs, name: isImportedPerson(senderId) ? senderName : '' }
  if (!isMedia(content)) return said
  if (typeof file === 'object') return { ...said, file: file.sha256, fileBytes: file.sizeBytes }
  return {
    ...said,
    ...(content.fileSize === undefined ? {} : { fileBytes: content.fileSize }),
    ...(file === 'missing' ? {} : { noFile: file }),
  }
}

async function insertMessages(
  tx: Sql,
  { channelNo, channelId, lastSeq, at }: Target,
  messages: readonly ImportedRow[],
  people: KnownPeople,
): Promise<Place[]> {
  if (messages.length === 0) return []
  const live = await findKnown(
    tx,
    channelNo,
    messages.flatMap(({ quotedLiveId }) => quotedLiveId ?? []),
  )
  const numbered = messages.map((message, index) => ({ message, seq: lastSeq + 1 + index }))
  const ids: Value[][] = []
  const rows: Value[][] = []
  const details: Value[][] = []
  const media: Value[][] = []
  const previews: Job[] = []
  for (const { message, seq } of numbered) {
    const { messageId, time, content, precisionMs, quotedLiveId } = message
    const quotedMessageId =
      quotedLiveId !== undefined && live.has(quotedLiveId) ? quotedLiveId : message.quotedMessageId
    ids.push([messageId, time, seq])
    const json = render(message, people)
    rows.push([messageId, time, seq, json])
    const quoted = quotedMessageId === undefined ? {} : { quotedMessageId }
    details.push([messageId, JSON.stringify({ ...quoted, imported: { precisionMs } })])
    if (!isMedia(content)) continue
    const { state, reason, sha256, sizeBytes, previewState, ...shown } = mediaColumns(
      JSON.parse(json),
      versionOf(message),
    )
    const fileName = content.type === 'file' ? content.fileName : null
    const file = [state, reason, sha256, sizeBytes, previewState, shown.json, shown.userId]
    media.push([messageId, time, seq, content.type, fileName, ...file])
    if (previewState === 'pending') previews.push({ kind: 'make-preview', channelId, messageId })
  }
  await tx.run(insertIds[tx.engine], channelNo, rowList(ids))
  await tx.run(insertTexts[tx.engine], channelNo, rowList(rows))
  await tx.run(insertDetails[tx.engine], channelNo, rowList(details))
  if (media.length > 0) await tx.run(insertMedia[tx.engine], channelNo, rowList(media))
  await planJobs(tx, channelNo, previews, at)
  await tx.run(
    `update channels set last_seq = last_seq + ?, tail_version = tail_version + 1, edit_version = edit_version + 1,
       index_from = coalesce(index_from, last_change + 1) where channel = ?`,
    numbered.length,
    channelNo,
  )
  return numbered.map(({ message: { time }, seq }) => [time, seq])
}

function render(message: ImportedRow, people: KnownPeople): string {
  const { messageId, senderId, senderName, content, caption } = message
  const { fileBytes } = versionOf(message)
  return renderMessage({
    id: messageId,
    sentAt: publicTime(message),
    sender: { userId: senderId, name: people.get(senderId)?.name ?? senderName },
    content: isMedia(content) && fileBytes !== undefined ? { ...content, fileSize: fileBytes } : content,
    mediaKey: isMedia(content) ? importedMediaKey(messageId) : null,
    caption,
  })
}

async function findKnown(tx: Sql, channelNo: number, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await tx.lists<[string]>(knownIds[tx.engine], idList(ids), channelNo)).flat())
}

const knownIds = forEachRow(
  (rows) =>
    `select i.message_id from ${rows} cross join message_ids i where i.channel = ? and i.message_id = l.value ->> 0`,
)

const number = (column: number) => `cast(l.value ->> ${column} as bigint)`

const insertRows = forEachRow(
  (
    rows,
  ) => `insert into import_rows (channel, import_no, message_id, time, precision_ms, name, file, file_bytes, no_file)
     select cast(? as bigint), cast(? as bigint), l.value ->> 0, ${number(1)}, ${number(2)}, l.value ->> 3, l.value ->> 4,
       ${number(5)}, l.value ->> 6 from ${rows} where true
     on conflict (channel, import_no, message_id) do update set time = excluded.time, precision_ms = excluded.precision_ms,
       name = excluded.name, file = excluded.file, file_bytes = excluded.file_bytes, no_file = excluded.no_file`,
)
const insertIds = forEachRow(
  (rows) => `insert into message_ids (channel, message_id, time, seq)
     select cast(? as bigint), l.value ->> 0, ${number(1)}, ${number(2)} from ${rows}`,
)
const insertTexts = forEachRow(
  (rows) => `insert into messages (channel, message_id, time, seq, json)
     select cast(? as bigint), l.value ->> 0, ${number(1)}, ${number(2)}, l.value ->> 3 from ${rows}`,
)
const insertDetails = forEachRow(
  (rows) => `insert into message_details (channel, message_id, json)
     select cast(? as bigint), l.value ->> 0, l.value ->> 1 from ${rows}`,
)
const insertMedia = forEachRow(
  (rows) => `insert into media (channel, message_id, time, seq, type, file_name, state, reason, sha256, size_bytes,
       preview_state, json, user_id)
     select cast(? as bigint), l.value ->> 0, ${number(1)}, ${number(2)}, l.value ->> 3, l.value ->> 4, l.value ->> 5,
       l.value ->> 6, l.value ->> 7, ${number(8)}, l.value ->> 9, l.value ->> 10, l.value ->> 11 from ${rows}`,
)
