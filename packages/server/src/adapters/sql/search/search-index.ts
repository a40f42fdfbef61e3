import type { Message } from '@innkeeper/contract'
import type { MessageDetails } from '../../../domain/messages/message-json.ts'
import { hasSearchedDetails, searchedTexts } from '../../../domain/search/searched-texts.ts'
import { termsOf } from '../../../domain/search/terms.ts'
import type { MessagePosition } from '../../../ports/reading.ts'
import type { Sql } from '../sql.ts'
import { removeTerms, replaceTerms } from './search-terms.ts'

/** Replaces the terms of an edited message. A message that isn't indexed yet is indexed later with its current text. */
export async function reindexMessage(
  tx: Sql,
  channelNo: number,
  { time, seq }: MessagePosition,
  { before, after }: { before: Message; after: Message },
): Promise<void> {
  const row = await tx.get<{ doc: number }>(
    'select doc from search_docs where channel = ? and time = ? and seq = ?',
    channelNo,
    time,
    seq,
  )
  if (!row) return
  await replaceTerms(
    tx,
    { channelNo, doc: row.doc },
    {
      before: termsOfMessage(channelNo, before, null),
      after: termsOfMessage(channelNo, after, null),
    },
  )
}

/** `json`: the message as it was indexed; its details must still be there. */
export async function unindexMessage(
  tx: Sql,
  channelNo: number,
  { messageId, time, seq }: MessagePosition & { messageId: string },
  json: string,
): Promise<void> {
  const [row] = await tx.returning<{ doc: number }>(
    'delete from search_docs where channel = ? and time = ? and seq = ? returning doc',
    channelNo,
    time,
    seq,
  )
  if (!row) return
  await removeTerms(tx, { channelNo, doc: row.doc }, await findTerms(tx, channelNo, messageId, JSON.parse(json)))
}

/** Synchronous if the message itself contains everything, as nearly all do. */
export function findTerms(tx: Sql, channelNo: number, messageId: string, message: Message): string | Promise<string> {
  return hasSearchedDetails(message)
    ? findDetails(tx, channelNo, messageId).then((details) => termsOfMessage(channelNo, message, details))
    : termsOfMessage(channelNo, message, null)
}

async function findDetails(tx: Sql, channelNo: number, messageId: string): Promise<MessageDetails | null> {
  const row = await tx.get<{ json: string }>(
    'select json from message_details where channel = ? and message_id = ?',
    channelNo,
    messageId,
  )
  return row ? JSON.parse(row.json) : null
}

function termsOfMessage(channelNo: number, message: Message, details: MessageDetails | null): string {
  const texts = searchedTexts(message, details)
  return termsOf(
    channelNo,
    texts.map(({ text }) => text),
  )
}
