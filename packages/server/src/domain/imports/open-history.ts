import { invalid } from '../refusal.ts'
import type { HistoryChoices } from './history.ts'
import { lineFormat } from './line/line-format.ts'
import { recognise } from './recognise.ts'
import { beginningBytes } from './text/encoding.ts'
import { type FileBytes, type OpenHistory, readText } from './text/read-text.ts'
import { whatsappFormat } from './whatsapp/whatsapp-format.ts'

/** Opens a chat history of any format that we read, or refuses it with a sentence that says why. */
export async function openHistory(file: FileBytes, choices: HistoryChoices = {}): Promise<OpenHistory> {
  const recognised = recognise(await readBeginning(file))
  if (recognised.format === null) throw invalid(recognised.sentence)
  const format = { line: lineFormat, whatsapp: whatsappFormat }[recognised.format]
  return readText(format, file, recognised.encoding, choices)
}

async function readBeginning(file: FileBytes): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of file()) {
    pieces.push(piece)
    length += piece.length
    if (length >= beginningBytes) break
  }
  return Buffer.concat(pieces).subarray(0, beginningBytes)
}
