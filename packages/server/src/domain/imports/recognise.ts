import { looksLikeDiscord } from './discord.ts'
import type { HistoryFormat } from './history.ts'
import { createJsonScanner } from './json/json-events.ts'
import { looksLikeLine } from './line/looks-like-line.ts'
import { looksLikeOwn } from './own.ts'
import { looksLikeTelegram } from './telegram.ts'
import { type FoundEncoding, findEncoding } from './text/encoding.ts'
import { looksLikeWhatsapp } from './whatsapp/whatsapp-format.ts'

/** What a file is: a history in a format that we read, or why it isn't one, as a sentence for people. */
export type Recognised =
  | { format: Exclude<HistoryFormat, 'slack'>; encoding: Extract<FoundEncoding, { encoding: unknown }> }
  | { format: null; sentence: string }

/** Decided by the beginning of a file, never by its name. */
export function recognise(beginning: Uint8Array): Recognised {
  if (beginning.length === 0) return { format: null, sentence: `This file is empty. ${readable}` }
  const encoding = findEncoding(beginning)
  if ('isBinary' in encoding)
    return { format: null, sentence: `This is ${encoding.what}, not a chat history. ${readable}` }
  const text = new TextDecoder(encoding.encoding).decode(beginning.subarray(encoding.markBytes))
  const format = /^\s*[[{]/.test(text) ? findJsonFormat(text) : undefined
  const found = format ?? findTextFormat(text)
  return found
    ? { format: found, encoding }
    : { format: null, sentence: `We don’t recognize this as a chat history. ${readable}` }
}

const readable =
  'You can import what LINE or WhatsApp exported as .txt, Telegram Desktop or DiscordChatExporter as .json, or Innkeeper as .jsonl, and zip files with one of these or from Slack.'

function findTextFormat(text: string): 'line' | 'whatsapp' | undefined {
  const lines = linesOf(text)
  return looksLikeLine(lines) ? 'line' : looksLikeWhatsapp(lines) ? 'whatsapp' : undefined
}

function findJsonFormat(text: string): 'innkeeper' | 'telegram' | 'discord' | undefined {
  if (looksLikeOwn(linesOf(text))) return 'innkeeper'
  const events = createJsonScanner().add(text)
  return looksLikeTelegram(events) ? 'telegram' : looksLikeDiscord(events) ? 'discord' : undefined
}

/** Without the last one, which the beginning may cut. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  return lines.length > 1 ? lines.slice(0, -1) : lines
}
