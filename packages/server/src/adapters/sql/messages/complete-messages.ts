import type { MediaState } from '@innkeeper/contract'
import type { StoredPicture } from '../../../domain/media/picture.ts'
import { type Sticker, stickerKey } from '../../../domain/messages/sticker.ts'
import type { MessageRecord, StickerRecord, StoredMessage } from '../../../ports/reading.ts'
import { listOrigins } from '../imports/import-reads.ts'
import { toPicture } from '../media/picture-reads.ts'
import { createManyReader, positionValues } from '../members/many-reads.ts'
import type { Reader } from '../sql.ts'
import { findMessage } from './backup-reads.ts'

type PictureRow = [userId: string, sha256: string | null, type: string | null]
type FileRow = [
  seq: number,
  state: MediaState,
  reason: string | null,
  previewSha256: string | null,
  width: number | null,
  height: number | null,
]
type StickerRow = [
  sticker: string,
  sha256: string | null,
  width: number | null,
  height: number | null,
  triedAt: number,
  isNoted: number,
]

const readPictures = createManyReader<PictureRow>(
  (count) => `select user_id, picture_sha256, picture_type from members
    where channel = ? and user_id in (${Array(count).fill('?')}) and picture_sha256 is not null`,
)
const readFiles = createManyReader<FileRow>(
  (count) => `select seq, state, reason, preview_sha256, preview_width, preview_height from media
    where channel = ? and (time, seq) in (values ${Array(count).fill(positionValues)})`,
)

const readStickers = createManyReader<StickerRow>(
  (count) => `select s.sticker, s.sha256, s.width, s.height, s.tried_at, case when u.sticker is null then 0 else 1 end
    from stickers s left join channel_stickers u on u.channel = ? and u.sticker = s.sticker
    where s.sticker in (${Array(count).fill('?')})`,
)

/** Adds the sender's picture, the state of a file, the sticker, the import and the quoted message; each is read only if there may be one. */
export async function completeMessages(
  sql: Reader,
  channelNo: number,
  stored: readonly StoredMessage[],
): Promise<MessageRecord[]> {
  const pictures = await listPictures(sql, channelNo, stored)
  const files = await listFiles(sql, channelNo, stored)
  const stickers = await listStickers(sql, channelNo, stored)
  const origins = await listOrigins(sql, channelNo, stored)
  const records: MessageRecord[] = []
  for (const one of stored) {
    const quotedId = one.details?.quotedMessageId
    records.push({
      position: one.position,
      messageId: one.messageId,
      message: one.message,
      json: one.json,
      editedAt: one.editedAt,
      details: one.details,
      senderPicture: pictures.get(one.message.sender.id) ?? null,
      quoted: quotedId === undefined ? null : await findQuoted(sql, channelNo, quotedId),
      media: files.get(one.position.seq) ?? null,
      sticker: stickers.get(one.position.seq) ?? null,
      imported: origins.get(one.messageId) ?? null,
    })
  }
  return records
}

type Pictures = Map<string, StoredPicture | null>

/** Of everyone who sent one of them. The same people write again and again, so their pictures are kept until the next commit. */
async function listPictures(sql: Reader, channelNo: number, stored: readonly StoredMessage[]): Promise<Pictures> {
  const memory = sql.memory?.()
  const key = `pictures ${channelNo}`
  const known = (memory?.get(key) as Pictures | undefined) ?? new Map<string, StoredPicture | null>()
  const missing = new Set<string>()
  for (const { message } of stored) if (!known.has(message.sender.id)) missing.add(message.sender.id)
  if (missing.size === 0) return known
  const rows = await readPictures(
    sql,
    channelNo,
    Array.from(missing, (userId) => [userId]),
  )
  for (const userId of missing) known.set(userId, null)
  for (const [userId, sha256, type] of rows) {
    known.set(userId, toPicture({ picture_sha256: sha256, picture_type: type }))
  }
  memory?.set(key, known)
  return known
}

/** By the number of the message, which is unique in its channel. */
async function listFiles(
  sql: Reader,
  channelNo: number,
  stored: readonly StoredMessage[],
): Promise<Map<number, MessageRecord['media']>> {
  const positions = stored.flatMap(({ message, position }) =>
    'mediaKey' in message ? [[position.time, position.seq]] : [],
  )
  const rows = await readFiles(sql, channelNo, positions)
  return new Map(
    rows.map(([seq, state, reason, previewSha256, width, height]) => [
      seq,
      { state, reason, preview: previewSha256 === null ? null : { width, height } },
    ]),
  )
}

/** By the number of the message. */
async function listStickers(
  sql: Reader,
  channelNo: number,
  stored: readonly StoredMessage[],
): Promise<Map<number, StickerRecord>> {
  const shown = stored.flatMap(({ position, message }) =>
    message.type === 'sticker' ? [[position.seq, message] as const] : [],
  )
  if (shown.length === 0) return new Map()
  const channel = await sql.get<{ platform: string }>('select platform from channels where channel = ?', channelNo)
  const keyOf = (sticker: Sticker) => stickerKey(channel?.platform ?? '', sticker)
  const keys = new Set(shown.map(([, message]) => keyOf(message)))
  const rows = await readStickers(
    sql,
    channelNo,
    Array.from(keys, (key) => [key]),
  )
  const known = new Map(rows.map((row) => [row[0], toStickerRecord(row)]))
  return new Map(shown.map(([seq, message]) => [seq, known.get(keyOf(message)) ?? unknownSticker]))
}

const unknownSticker: StickerRecord = { picture: null, triedAt: 0, isNoted: false }

function toStickerRecord([, sha256, width, height, triedAt, isNoted]: StickerRow): StickerRecord {
  const hasPicture = sha256 !== null && width !== null && height !== null
  return { picture: hasPicture ? { sha256, width, height } : null, triedAt, isNoted: isNoted === 1 }
}

async function findQuoted(sql: Reader, channelNo: number, messageId: string): Promise<MessageRecord['quoted']> {
  const found = await findMessage(sql, channelNo, messageId)
  return found ? { sentAt: found.sentAt, message: JSON.parse(found.json) } : null
}
