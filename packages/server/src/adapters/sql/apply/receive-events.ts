import { isMedia, renderMessage, unknownSender } from '../../../domain/message-json.ts'
import { createId } from '../../../domain/token.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import type { Defaults, Sql } from '../sql.ts'
import { raiseEditVersion } from './media.ts'
import { type OpenChannel, openChannels } from './open-channels.ts'
import { seePerson, seePersonLeave } from './people.ts'

/**
 * Takes in a batch: dedupe, channel, member, message and counters in one atomic write. An event whose id was seen
 * before has no effect; a message that was unsent before it arrived is never stored.
 */
export async function receiveEvents(
  tx: Sql,
  defaults: Defaults,
  command: CommandOf<'receive-events'>,
): Promise<{ fresh: number; duplicate: number }> {
  const channels = openChannels(tx, defaults)
  let fresh = 0
  for (const event of command.events) {
    const channel = await channels.open(event)
    if (!(await markSeen(tx, channel, event))) continue
    fresh++
    await channel.notePresence(event)
    await receive(tx, channel, event)
  }
  await channels.flush()
  return { fresh, duplicate: command.events.length - fresh }
}

async function markSeen(tx: Sql, channel: OpenChannel, event: IncomingEvent): Promise<boolean> {
  const added = await tx.run(
    'insert into events_seen (channel, event_id, at) values (?, ?, ?) on conflict do nothing',
    channel.channelNo,
    event.eventId,
    event.at,
  )
  return added > 0
}

async function receive(tx: Sql, channel: OpenChannel, event: IncomingEvent): Promise<void> {
  switch (event.kind) {
    case 'bot-added':
      if (channel.soleUserId) await seePerson(tx, channel, { userId: channel.soleUserId, at: event.at })
      return
    case 'bot-removed':
      return
    case 'members-joined':
      for (const person of event.members) await seePerson(tx, channel, { ...person, at: event.at })
      return
    case 'members-left':
      for (const userId of event.userIds) await seePersonLeave(tx, channel, userId, event.at)
      return
    case 'message':
      return receiveMessage(tx, channel, event)
    case 'message-edited':
      return receiveEdit(tx, channel, event)
    case 'message-unsent':
      return receiveUnsend(tx, channel, event)
  }
}

async function receiveMessage(
  tx: Sql,
  channel: OpenChannel,
  event: IncomingEvent & { kind: 'message' },
): Promise<void> {
  if (!channel.isActive()) return
  const sender = event.sender
    ? { userId: event.sender.userId, name: await seePerson(tx, channel, { ...event.sender, at: event.at }) }
    : unknownSender
  if (!(await channel.isBackedUp())) return
  const { messageId, content } = event
  const seq = channel.nextSeq()
  const added = await tx.run(
    'insert into message_ids (channel, message_id, time, seq) values (?, ?, ?, ?) on conflict do nothing',
    channel.channelNo,
    messageId,
    event.at,
    seq,
  )
  if (!added) return
  const media = isMedia(content)
  const json = renderMessage({
    id: messageId,
    sentAt: event.at,
    sender,
    content,
    mediaKey: media ? createId('m') : null,
  })
  await tx.run(
    'insert into messages (channel, time, seq, message_id, json) values (?, ?, ?, ?, ?)',
    channel.channelNo,
    event.at,
    seq,
    messageId,
    json,
  )
  if (media) {
    await tx.run(
      `insert into media (channel, time, seq, message_id, type, state, file_name) values (?, ?, ?, ?, ?, 'pending', ?)`,
      channel.channelNo,
      event.at,
      seq,
      messageId,
      content.type,
      content.type === 'file' ? content.fileName : null,
    )
  }
  channel.noteMessage(event.at)
}

/** The edit with the largest time wins, in whatever order they arrive; what was said before is kept as a version. */
async function receiveEdit(
  tx: Sql,
  channel: OpenChannel,
  event: IncomingEvent & { kind: 'message-edited' },
): Promise<void> {
  const row = await tx.get<{ time: number; seq: number; edited_at: number | null; json: string }>(
    `select m.time, m.seq, m.edited_at, m.json from message_ids i
     join messages m on m.channel = i.channel and m.time = i.time and m.seq = i.seq
     where i.channel = ? and i.message_id = ?`,
    channel.channelNo,
    event.messageId,
  )
  // An edit is new text: like a new message, it is kept only while somebody subscribes.
  if (!row || !channel.isActive() || !(await channel.isBackedUp())) return
  const message = JSON.parse(row.json)
  if (message.type !== 'text') return
  const current = row.edited_at ?? row.time
  const isNewer = event.at >= current
  await keepVersion(
    tx,
    channel.channelNo,
    event.messageId,
    isNewer ? current : event.at,
    isNewer ? message.content : event.text,
  )
  if (!isNewer) return
  await tx.run(
    'update messages set json = ?, edited_at = ? where channel = ? and time = ? and seq = ?',
    JSON.stringify({ ...message, content: event.text }),
    event.at,
    channel.channelNo,
    row.time,
    row.seq,
  )
  await raiseEditVersion(tx, channel.channelNo)
}

async function keepVersion(tx: Sql, channelNo: number, messageId: string, at: number, content: string): Promise<void> {
  await tx.run(
    'insert into message_versions (channel, message_id, at, content) values (?, ?, ?, ?) on conflict do nothing',
    channelNo,
    messageId,
    at,
    content,
  )
}

/** Leaves a tombstone under the message's id, also when the message itself has not arrived yet. */
async function receiveUnsend(
  tx: Sql,
  channel: OpenChannel,
  event: IncomingEvent & { kind: 'message-unsent' },
): Promise<void> {
  const { channelNo } = channel
  const place = await tx.get<{ time: number | null; seq: number | null }>(
    'select time, seq from message_ids where channel = ? and message_id = ?',
    channelNo,
    event.messageId,
  )
  await tx.run(
    `insert into message_ids (channel, message_id, unsent) values (?, ?, 1)
     on conflict (channel, message_id) do update set unsent = 1, time = null, seq = null`,
    channelNo,
    event.messageId,
  )
  if (!place || place.time === null || place.seq === null) return
  await tx.run('delete from messages where channel = ? and time = ? and seq = ?', channelNo, place.time, place.seq)
  await tx.run('delete from media where channel = ? and time = ? and seq = ?', channelNo, place.time, place.seq)
  await tx.run('delete from message_versions where channel = ? and message_id = ?', channelNo, event.messageId)
  await raiseEditVersion(tx, channelNo)
}
