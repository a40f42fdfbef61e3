import type { MediaType, Message } from '@innkeeper/contract'
import { whyNoFile } from '../../../domain/imports/archived-file.ts'
import type { ImportedVersion } from '../../../domain/imports/vouching.ts'
import { renderMediaItem } from '../../../domain/messages/message-json.ts'
import { toTimestamp } from '../../../domain/timestamp.ts'
import { planJobs } from '../jobs/jobs.ts'
import { releaseFile } from '../media/released-files.ts'
import type { Sql } from '../sql.ts'

/** What is shown of a message that came from a file. */
export function showMessage(message: Message, version: ImportedVersion, name: string): Message {
  const size = 'fileSize' in message ? { fileSize: version.fileBytes ?? 0 } : {}
  return {
    ...message,
    timestamp: toTimestamp(publicTime(version)),
    sender: { ...message.sender, name },
    ...size,
  }
}

/** The public time of an imported message: as exact as its file. Its place in reading order may be later. */
export function publicTime({ time, precisionMs }: Pick<ImportedVersion, 'time' | 'precisionMs'>): number {
  return Math.floor(time / precisionMs) * precisionMs
}

/** What the row of a message's media has besides its place and its type. */
export type MediaColumns = {
  state: 'stored' | 'lost'
  reason: string | null
  sha256: string | null
  sizeBytes: number | null
  previewState: 'pending' | 'none' | null
  json: string | null
  userId: string | null
}

export function mediaColumns(message: Message, version: ImportedVersion): MediaColumns {
  const { file, fileBytes = 0, noFile = 'missing' } = version
  const none = { sha256: null, sizeBytes: null, previewState: null, json: null, userId: null }
  if (file === undefined) return { ...none, state: 'lost', reason: whyNoFile[noFile] }
  const type = message.type as MediaType
  const { id, sender } = message
  return {
    state: 'stored',
    reason: null,
    sha256: file,
    sizeBytes: fileBytes,
    // Previews of videos come from their platforms, which don't know the message under this ID.
    previewState: type === 'image' ? 'pending' : 'none',
    json: renderMediaItem({ id, sentAt: publicTime(version), type, senderName: sender.name, sizeBytes: fileBytes }),
    userId: sender.id,
  }
}

/** The media of a message that is shown differently now, and at another place. */
export async function showMedia(
  tx: Sql,
  channel: { channelNo: number; channelId: string; at: number },
  message: Message,
  version: ImportedVersion,
): Promise<void> {
  const { channelNo, channelId, at } = channel
  const here = [channelNo, message.id] as const
  const before = await tx.get<{ sha256: string | null; preview: string | null }>(
    'select sha256, preview_sha256 as preview from media where channel = ? and message_id = ?',
    ...here,
  )
  if (!before) return
  const { state, reason, sha256, sizeBytes, previewState, json, userId } = mediaColumns(message, version)
  await tx.run(
    'update media set time = ?, json = ?, user_id = ? where channel = ? and message_id = ?',
    version.time,
    json,
    userId,
    ...here,
  )
  if (before.sha256 === sha256) {
    await tx.run('update media set reason = ? where channel = ? and message_id = ?', reason, ...here)
    return
  }
  await tx.run(
    `update media set state = ?, reason = ?, sha256 = ?, size_bytes = ?, preview_state = ?, preview_sha256 = null,
       preview_width = null, preview_height = null where channel = ? and message_id = ?`,
    state,
    reason,
    sha256,
    sizeBytes,
    previewState,
    ...here,
  )
  await releaseFile(tx, before.sha256)
  await releaseFile(tx, before.preview)
  if (previewState === 'pending')
    await planJobs(tx, channelNo, [{ kind: 'make-preview', channelId, messageId: message.id }], at)
}
