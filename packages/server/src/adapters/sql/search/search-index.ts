import type { Message } from '@innkeeper/contract'
import { hasSearchedDetails, searchedTexts } from '../../../domain/search/searched-texts.ts'
import { filterTerms, termsOf } from '../../../domain/search/terms.ts'
import type { MessagePosition } from '../../../ports/reading.ts'
import type { Sql } from '../sql.ts'
import { forgetName } from './search-names.ts'
import { removeTerms, replaceTerms } from './search-terms.ts'

type IndexedMessage = MessagePosition & { messageId: string }

/**
 * Does something to the text of a message or its versions, and replaces its terms. A message that isn't indexed yet is indexed
 * later with its current text.
 */
export async function reindexMessage(
  tx: Sql,
  channelNo: number,
  message: IndexedMessage,
  change: () => Promise<void>,
): Promise<void> {
  const { time, seq } = message
  const row = await tx.get<{ doc: number }>(
    'select doc from search_docs where channel = ? and time = ? and seq = ?',
    channelNo,
    time,
    seq,
  )
  const before = row && (await readTerms(tx, channelNo, message))
  await change()
  if (!row || before === undefined) return
  const after = (await readTerms(tx, channelNo, message)) ?? ''
  if (after !== before) await replaceTerms(tx, { channelNo, doc: row.doc }, { before, after })
}

async function readTerms(
  tx: Sql,
  channelNo: number,
  { messageId, time, seq }: IndexedMessage,
): Promise<string | undefined> {
  const row = await tx.get<StoredText>(
    'select json, edited_at as "editedAt" from messages where channel = ? and time = ? and seq = ?',
    channelNo,
    time,
    seq,
  )
  return row && (await findTerms(tx, channelNo, messageId, JSON.parse(row.json), row.editedAt))
}

type StoredText = { json: string; editedAt: number | null }

/** `stored`: the message as it was indexed; its details and versions must still be there. */
export async function unindexMessage(
  tx: Sql,
  channelNo: number,
  { messageId, time, seq }: IndexedMessage,
  stored: StoredText,
): Promise<void> {
  const [row] = await tx.returning<{ doc: number }>(
    'delete from search_docs where channel = ? and time = ? and seq = ? returning doc',
    channelNo,
    time,
    seq,
  )
  if (!row) return
  const message: Message = JSON.parse(stored.json)
  const terms = await findTerms(tx, channelNo, messageId, message, stored.editedAt)
  await removeTerms(tx, { channelNo, doc: row.doc }, terms)
  await forgetName(tx, channelNo, message.sender)
}

/** Synchronous if the message itself contains everything, as nearly all do. */
export function findTerms(
  tx: Sql,
  channelNo: number,
  messageId: string,
  message: Message,
  editedAt: number | null,
): string | Promise<string> {
  if (editedAt === null && !hasSearchedDetails(message)) return termsOfMessage(channelNo, message, null, [])
  return readMore(tx, channelNo, messageId, message, editedAt)
}

async function readMore(
  tx: Sql,
  channelNo: number,
  messageId: string,
  message: Message,
  editedAt: number | null,
): Promise<string> {
  const details = hasSearchedDetails(message)
    ? await tx.get<{ json: string }>(
        'select json from message_details where channel = ? and message_id = ?',
        channelNo,
        messageId,
      )
    : undefined
  const versions =
    editedAt === null
      ? []
      : await tx.lists<[content: string]>(
          'select content from message_versions where channel = ? and message_id = ? order by at',
          channelNo,
          messageId,
        )
  return termsOfMessage(channelNo, message, details?.json ?? null, versions.flat())
}

/** Earlier versions are found by their words, but a link counts only in the current text. */
function termsOfMessage(channelNo: number, message: Message, details: string | null, versions: string[]): string {
  const texts = searchedTexts(message, details === null ? null : JSON.parse(details))
  const all = texts.map(({ text }) => text)
  return termsOf(channelNo, versions.length > 0 ? [...all, ...versions] : all, filterTerms(message, texts))
}
