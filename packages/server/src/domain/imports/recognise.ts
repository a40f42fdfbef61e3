import { looksLikeLine } from './line/looks-like-line.ts'
import { type FoundEncoding, findEncoding } from './text/encoding.ts'
import { looksLikeWhatsapp } from './whatsapp/whatsapp-format.ts'

/** What a file is: a history in a format that we read, or why it isn't one, as a sentence for people. */
export type Recognised =
  | { format: 'line' | 'whatsapp'; encoding: Extract<FoundEncoding, { encoding: unknown }> }
  | { format: null; sentence: string }

/** Decided by the beginning of a file, never by its name. */
export function recognise(beginning: Uint8Array): Recognised {
  if (beginning.length === 0) return { format: null, sentence: `This file is empty. ${readable}` }
  const encoding = findEncoding(beginning)
  if ('isBinary' in encoding)
    return { format: null, sentence: `This is ${encoding.what}, not a chat history. ${readable}` }
  const lines = linesOf(beginning.subarray(encoding.markBytes), encoding.encoding)
  if (looksLikeLine(lines)) return { format: 'line', encoding }
  if (looksLikeWhatsapp(lines)) return { format: 'whatsapp', encoding }
  return { format: null, sentence: `We don’t recognize this as a chat history. ${readable}` }
}

const readable = 'You can import chat histories that LINE or WhatsApp exported as .txt.'

/** Without the last one, which the beginning may cut. */
function linesOf(bytes: Uint8Array, encoding: string): string[] {
  const lines = new TextDecoder(encoding).decode(bytes).split(/\r?\n/)
  return lines.length > 1 ? lines.slice(0, -1) : lines
}
