import { messageJobName } from '../../../domain/jobs/job.ts'
import { releaseFile } from '../media/released-files.ts'
import { forgetUnreadOf } from '../platforms/unread-events.ts'
import { unindexMessage } from '../search/search-index.ts'
import type { Sql } from '../sql.ts'

export type StoredPosition = { messageId: string; time: number; seq: number }

/** With its length in characters: `length(json)`. */
export type SizedPosition = StoredPosition & { length: number }

/**
 * Removing a text from the search index takes time by its length: about 85 ms for the longest that platforms allow. Code that
 * removes slice by slice ends a slice here, so that the commit doesn't take long.
 */
const mostCharacters = 20_000

/** The first of these, as many as one commit should remove; at least one. */
export function firstSlice<Place extends { length: number }>(places: Place[]): Place[] {
  let characters = 0
  const end = places.findIndex(({ length }, index) => {
    characters += length
    return characters > mostCharacters && index > 0
  })
  return end < 0 ? places : places.slice(0, end)
}

type Channel = { channelNo: number; channelId: string }

/** What was deleted with the messages. */
export type Removed = { versions: number; mediaFiles: number; mediaBytes: number }

/**
 * Deletes messages with everything that belongs to them: earlier versions, details, search terms, file and preview, bookmarks,
 * unread events, and waiting jobs. `tombstone` leaves the bare id, so that a redelivery does not bring them back.
 */
export async function removeMessages(
  tx: Sql,
  channel: Channel,
  messages: StoredPosition[],
  leave: 'tombstone' | 'nothing',
): Promise<Removed> {
  const removed = { versions: 0, mediaFiles: 0, mediaBytes: 0 }
  const { channelNo } = channel
  for (const { messageId, time, seq } of messages) {
    const [row] = await tx.returning<{ json: string; editedAt: number | null }>(
      'delete from messages where channel = ? and time = ? and seq = ? returning json, edited_at as "editedAt"',
      channelNo,
      time,
      seq,
    )
    if (row) await unindexMessage(tx, channelNo, { messageId, time, seq }, row)
    const file = await removeMedia(tx, channelNo, { time, seq })
    if (file) {
      removed.mediaFiles += file.sha256 === null ? 0 : 1
      removed.mediaBytes += file.size_bytes ?? 0
      for (const kind of ['fetch-media', 'make-preview'] as const) await dropJob(tx, channel, kind, messageId)
    }
    removed.versions += await removeTraces(tx, channel, messageId)
    await tx.run(
      leave === 'tombstone'
        ? 'update message_ids set unsent = 1, time = null, seq = null where channel = ? and message_id = ?'
        : 'delete from message_ids where channel = ? and message_id = ?',
      channelNo,
      messageId,
    )
  }
  if (messages.length > 0) await noteRemoval(tx, channelNo)
  return removed
}

/**
 * Deletes everything stored about a message except its row, even if the row never arrived; then the caller calls `noteUnwiped`.
 * Returns how many versions were deleted.
 */
export async function removeTraces(tx: Sql, channel: Channel, messageId: string): Promise<number> {
  const { channelNo } = channel
  // They contain the text.
  for (const kind of ['find-answer', 'ask-model'] as const) await dropJob(tx, channel, kind, messageId)
  await tx.run('delete from message_details where channel = ? and message_id = ?', channelNo, messageId)
  await tx.run('delete from early_edits where channel = ? and message_id = ?', channelNo, messageId)
  await tx.run('delete from bookmarks where channel = ? and message_id = ?', channelNo, messageId)
  // No import can vouch for it any more. Importing it again starts over.
  const vouchers = await tx.returning<{ file: string | null }>(
    'delete from import_rows where channel = ? and message_id = ? returning file',
    channelNo,
    messageId,
  )
  for (const { file } of vouchers) await releaseFile(tx, file)
  await forgetUnreadOf(tx, channel, messageId)
  return await tx.run('delete from message_versions where channel = ? and message_id = ?', channelNo, messageId)
}

/** Makes earlier pages stale. */
async function noteRemoval(tx: Sql, channelNo: number): Promise<void> {
  await tx.run('update channels set edit_version = edit_version + 1 where channel = ?', channelNo)
  await noteUnwiped(tx)
}

/**
 * Counts that text was deleted. SQLite keeps copies of it in its log, which is truncated soon (`truncate-log.ts`), and in unused
 * parts of its file, which are overwritten when the service stops (`scrub-free-pages.ts`). What a PostgreSQL server keeps is up
 * to its operator.
 */
export async function noteUnwiped(tx: Sql): Promise<void> {
  if (tx.engine === 'postgres') return
  await tx.run(
    `insert into facts (name, value) values ('unwiped', '1')
     on conflict (name) do update set value = cast(cast(facts.value as integer) + 1 as text)`,
  )
}

type MediaRow = { sha256: string | null; size_bytes: number | null; preview_sha256: string | null }

async function removeMedia(
  tx: Sql,
  channelNo: number,
  { time, seq }: { time: number; seq: number },
): Promise<MediaRow | undefined> {
  const file = await tx.get<MediaRow>(
    'select sha256, size_bytes, preview_sha256 from media where channel = ? and time = ? and seq = ?',
    channelNo,
    time,
    seq,
  )
  if (!file) return undefined
  await tx.run('delete from media where channel = ? and time = ? and seq = ?', channelNo, time, seq)
  await releaseFile(tx, file.sha256)
  await releaseFile(tx, file.preview_sha256)
  return file
}

/** A running job finds its message gone when it writes, and leaves nothing. */
async function dropJob(
  tx: Sql,
  { channelNo, channelId }: Channel,
  kind: 'fetch-media' | 'make-preview' | 'find-answer' | 'ask-model',
  messageId: string,
): Promise<void> {
  const dropped = await tx.run(
    'delete from jobs where channel = ? and name = ? and lease is null and buried_at is null',
    channelNo,
    messageJobName(kind, channelId, messageId),
  )
  if (dropped > 0) await tx.intake.updateNextJob(channelNo, kind)
}
