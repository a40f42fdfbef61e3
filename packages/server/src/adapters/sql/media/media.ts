import type { MediaType } from '@innkeeper/contract'
import { dayOf } from '../../../domain/day.ts'
import { renderMediaItem } from '../../../domain/messages/message-json.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { MediaRecord, PreviewRecord } from '../../../ports/records.ts'
import { noteChange } from '../channels/changes.ts'
import { planJob } from '../jobs/jobs.ts'
import type { Defaults, Sql } from '../sql.ts'

type StoredMedia = {
  channel: number
  time: number
  seq: number
  type: MediaType
  state: MediaRecord['state']
  json: string
  timezone: string
}

/**
 * The file of a message has arrived: from now on it is listed and can be downloaded. One that arrives again changes
 * nothing and is counted once.
 */
export async function storeMedia(
  tx: Sql,
  command: CommandOf<'store-media'>,
  defaults: Defaults,
): Promise<'stored' | 'gone'> {
  const { messageId, sha256, sizeBytes } = command
  const place = await findStoredMedia(tx, defaults, command)
  if (!place) return 'gone'
  if (place.state === 'stored') return 'stored'
  const message = { ...JSON.parse(place.json), fileSize: sizeBytes }
  await tx.run(
    `update media set state = 'stored', sha256 = ?, size_bytes = ?, preview_state = ?, reason = null, json = ?, user_id = ?
     where channel = ? and time = ? and seq = ?`,
    sha256,
    sizeBytes,
    isSeen(place.type) ? 'pending' : 'none',
    renderMediaItem({
      id: messageId,
      sentAt: place.time,
      type: place.type,
      senderName: message.sender.name,
      sizeBytes,
    }),
    message.sender.id,
    place.channel,
    place.time,
    place.seq,
  )
  await tx.run(
    'update messages set json = ? where channel = ? and time = ? and seq = ?',
    JSON.stringify(message),
    place.channel,
    place.time,
    place.seq,
  )
  await raiseEditVersion(tx, place.channel)
  await tx.intake.count(place.channel, dayOf(place.time, place.timezone), { mediaFiles: 1, mediaBytes: sizeBytes })
  if (isSeen(place.type)) {
    const job = { kind: 'make-preview', channelId: command.channelId, messageId } as const
    await planJob(tx, place.channel, job, command.at)
  }
  await noteChange(tx, place.channel, command.at, { kind: 'media', place: [place.time, place.seq] })
  return 'stored'
}

/** Types that can have a preview. */
const isSeen = (type: MediaType) => type === 'image' || type === 'video'

/** Stores the preview of a message's file. If the message is gone by now, it isn't stored. */
export async function storePreview(tx: Sql, command: CommandOf<'store-preview'>): Promise<'stored' | 'gone'> {
  const place = await setPreview(tx, command, 'stored', command)
  if (!place) return 'gone'
  await noteChange(tx, place.channel, command.at, { kind: 'media', place: [place.time, place.seq] })
  return 'stored'
}

/** An existing one stays: another process may have made it meanwhile. */
export async function skipPreview(tx: Sql, command: CommandOf<'skip-preview'>): Promise<null> {
  await setPreview(tx, command, 'none', {})
  return null
}

async function setPreview(
  tx: Sql,
  { channelId, messageId }: { channelId: string; messageId: string },
  state: PreviewRecord['state'],
  { sha256, size }: { sha256?: string; size?: { width: number; height: number } },
): Promise<Pick<StoredMedia, 'channel' | 'time' | 'seq'> | undefined> {
  const [place] = await tx.returning<Pick<StoredMedia, 'channel' | 'time' | 'seq'>>(
    `update media set preview_state = ?, preview_sha256 = ?, preview_width = ?, preview_height = ?
     where state = 'stored' ${state === 'none' ? "and preview_state <> 'stored'" : ''} and (channel, time, seq) = (
       select i.channel, i.time, i.seq from channels c join message_ids i on i.channel = c.channel
       where c.channel_id = ? and i.message_id = ?
     ) returning channel, time, seq`,
    state,
    sha256 ?? null,
    size?.width ?? null,
    size?.height ?? null,
    channelId,
    messageId,
  )
  return place
}

/** The platform won't provide the file; the reason is shown to readers. */
export async function loseMedia(tx: Sql, command: CommandOf<'lose-media'>, defaults: Defaults): Promise<null> {
  const place = await findStoredMedia(tx, defaults, command)
  if (!place || place.state === 'stored') return null
  await tx.run(
    "update media set state = 'lost', reason = ? where channel = ? and time = ? and seq = ?",
    command.reason,
    place.channel,
    place.time,
    place.seq,
  )
  await raiseEditVersion(tx, place.channel)
  await noteChange(tx, place.channel, command.at, { kind: 'media', place: [place.time, place.seq] })
  return null
}

export async function raiseEditVersion(tx: Sql, channelNo: number): Promise<void> {
  await tx.run('update channels set edit_version = edit_version + 1 where channel = ?', channelNo)
}

async function findStoredMedia(
  tx: Sql,
  defaults: Defaults,
  { channelId, messageId }: { channelId: string; messageId: string },
): Promise<StoredMedia | undefined> {
  return await tx.get<StoredMedia>(
    `select m.channel, m.time, m.seq, m.type, m.state, t.json, coalesce(cs.timezone, ?) as timezone
     from channels c
     join channel_settings cs on cs.channel = c.channel
     join message_ids i on i.channel = c.channel and i.message_id = ?
     join media m on m.channel = i.channel and m.time = i.time and m.seq = i.seq
     join messages t on t.channel = i.channel and t.time = i.time and t.seq = i.seq
     where c.channel_id = ?`,
    defaults.timezone,
    messageId,
    channelId,
  )
}
