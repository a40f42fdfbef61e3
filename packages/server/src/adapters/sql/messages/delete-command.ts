import { botTexts } from '../../../domain/platforms/bot-texts.ts'
import { subjectOfMessage } from '../../../domain/storage/erasure.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import { audit } from '../channels/audit.ts'
import type { OpenChannel } from '../channels/open-channels.ts'
import { findRole } from '../members/roles.ts'
import type { Sql } from '../sql.ts'
import { noteInLedger } from '../storage/ledger.ts'
import { findPosition } from './stored-messages.ts'
import { unsendMessage } from './unsend.ts'

/** `/delete`, as a reply: the message that it answers leaves the backup, as if it had been unsent. Returns the bot's reply. */
export async function deleteMessage(
  tx: Sql,
  channel: OpenChannel,
  { at, sender, details }: IncomingEvent & { kind: 'message' },
): Promise<string> {
  const { channelNo, channelId } = channel
  const { delete: texts, private: others } = botTexts(channel.language)
  if (!sender) return others.unknownSender
  const messageId = details?.quotedMessageId
  if (messageId === undefined) return texts.which
  const place = await findPosition(tx, channelNo, messageId)
  const senderId = place && place.time !== null ? await findSender(tx, channelNo, place) : undefined
  if (!place || place.time === null || senderId === undefined) return texts.notSaved
  const role = await findRole(tx, channelNo, sender.userId)
  const isOwn = senderId === sender.userId
  if (!isOwn && role !== 'owner' && role !== 'admin') return texts.notYours
  await unsendMessage(tx, channel, { messageId, time: place.time, seq: place.seq })
  channel.noteChange({ kind: 'unsent', messages: [[messageId, place.time]] })
  // Also in a store that is restored from an older snapshot.
  await noteInLedger(tx, { kind: 'message', subject: subjectOfMessage(channelId, messageId), at })
  const entry = { action: 'message.deleted', target: sender.userId, detail: { isOwn } }
  await audit(tx, channelNo, { kind: 'system' }, at, entry)
  return texts.done
}

async function findSender(
  tx: Sql,
  channelNo: number,
  { time, seq }: { time: number; seq: number },
): Promise<string | undefined> {
  const row = await tx.get<{ json: string }>(
    'select json from messages where channel = ? and time = ? and seq = ?',
    channelNo,
    time,
    seq,
  )
  return row && JSON.parse(row.json).sender.id
}
